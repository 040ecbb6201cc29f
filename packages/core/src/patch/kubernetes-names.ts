const label = /^[a-z\d]([-a-z\d]*[a-z\d])?$/;
const subdomain = /^[a-z\d]([-a-z\d]*[a-z\d])?(\.[a-z\d]([-a-z\d]*[a-z\d])?)*$/;

/** A name of a namespace or a container (RFC 1123 label). */
export const isDnsLabel = (name: string): boolean => name.length <= 63 && label.test(name);

/** A name of a workload or an autoscaler (RFC 1123 subdomain). */
export const isDnsSubdomain = (name: string): boolean => name.length <= 253 && subdomain.test(name);
