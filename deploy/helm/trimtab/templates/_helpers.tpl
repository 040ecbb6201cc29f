{{- define "trimtab.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "trimtab.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else if contains (include "trimtab.name" .) .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "trimtab.name" .) | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- /* A file of the chart. Without this, a file that is missing would be an empty text. */ -}}
{{- define "trimtab.file" -}}
{{- required (printf "This copy of the chart lacks %s. Use the whole folder of the chart." .path) (.context.Files.Get .path) -}}
{{- end -}}

{{- define "trimtab.selector" -}}
app.kubernetes.io/name: {{ include "trimtab.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "trimtab.labels" -}}
{{ include "trimtab.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "trimtab.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "trimtab.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "trimtab.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}
{{- end -}}

{{- /* What the server may do in its own cluster: nothing if it shows only clusters whose API server it does not read as its own. */ -}}
{{- define "trimtab.role" -}}
{{- $readsOwn := not .Values.clusters -}}
{{- range .Values.clusters -}}
{{- if .kubernetes -}}{{- $readsOwn = true -}}{{- end -}}
{{- end -}}
{{- ternary .Values.rbac.role "none" $readsOwn -}}
{{- end -}}

{{- /* "true" if pods get the token of their service account: to read the cluster, or for Prometheus. */ -}}
{{- define "trimtab.usesToken" -}}
{{- $isNamed := contains "/secrets/kubernetes.io/serviceaccount/" (toJson .Values.clusters) -}}
{{- if or (ne (include "trimtab.role" .) "none") .Values.prometheus.serviceAccountToken $isNamed -}}true{{- end -}}
{{- end -}}

{{- define "trimtab.registry" -}}
{{- if .Values.clusters -}}
{{- $registry := "sql" -}}
{{- range .Values.clusters -}}
{{- if .kubernetes -}}{{- $registry = default "sql" .registry -}}{{- end -}}
{{- end -}}
{{- $registry -}}
{{- else -}}
{{- default (ternary "kubernetes" "sql" (eq .Values.rbac.role "enroll")) .Values.server.registry -}}
{{- end -}}
{{- end -}}

{{- /* The file for --clusters. The server reads its own cluster only where it has rights. */ -}}
{{- define "trimtab.clusters" -}}
{{- $clusters := list -}}
{{- range .Values.clusters -}}
{{- $entry := deepCopy . -}}
{{- if and .kubernetes $.Values.rbac.namespaces (not (hasKey . "kubernetes-namespace")) -}}
{{- $_ := set $entry "kubernetes-namespace" $.Values.rbac.namespaces -}}
{{- end -}}
{{- $clusters = append $clusters $entry -}}
{{- end -}}
{{- dict "clusters" $clusters | toYaml -}}
{{- end -}}

{{- /* The ConfigMap with the operator's prices; empty without them. */ -}}
{{- define "trimtab.prices" -}}
{{- if .Values.prices.table -}}{{ include "trimtab.fullname" . }}-prices{{- else -}}{{ .Values.prices.configMapName }}{{- end -}}
{{- end -}}

{{- /* "true" if everything is stored in a PostgreSQL database. */ -}}
{{- define "trimtab.database" -}}
{{- if or .Values.database.url .Values.database.credentials.urlKey }}true{{ end -}}
{{- end -}}

{{- /* The claim of the volume with the data; empty without a volume. */ -}}
{{- define "trimtab.claim" -}}
{{- if and .Values.persistence.enabled (not (include "trimtab.database" .)) -}}
{{- default (include "trimtab.fullname" .) .Values.persistence.existingClaim -}}
{{- end -}}
{{- end -}}

{{- /* The seconds for which a server that is being stopped still answers. */ -}}
{{- define "trimtab.shutdownDelay" -}}
{{- if kindIs "invalid" .Values.server.shutdownDelay -}}
{{- ternary 10 0 (eq (include "trimtab.database" .) "true") -}}
{{- else -}}
{{- .Values.server.shutdownDelay -}}
{{- end -}}
{{- end -}}

{{- /* "true" if the password of the database is a file. */ -}}
{{- define "trimtab.databasePassword" -}}
{{- with .Values.database.credentials }}{{ if and .secretName (not .urlKey) }}true{{ end }}{{ end -}}
{{- end -}}

{{- /* The volume with the certificates for the database; empty without them. */ -}}
{{- define "trimtab.databaseCa" -}}
{{- with .Values.database.ca -}}
{{- if .configMapName -}}
configMap:
  name: {{ .configMapName }}
{{- else if .secretName -}}
secret:
  secretName: {{ .secretName }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "trimtab.isOpenShift" -}}
{{- if or .Values.openshift.enabled (.Capabilities.APIVersions.Has "security.openshift.io/v1") -}}true{{- end -}}
{{- end -}}

{{- define "trimtab.allowedHosts" -}}
{{- $hosts := .Values.server.allowedHosts -}}
{{- if $hosts -}}
{{- if and .Values.ingress.enabled .Values.ingress.host }}{{ $hosts = append $hosts .Values.ingress.host }}{{ end -}}
{{- if and .Values.gateway.enabled .Values.gateway.host }}{{ $hosts = append $hosts .Values.gateway.host }}{{ end -}}
{{- end -}}
{{- $hosts | uniq | join "," -}}
{{- end -}}

{{- /* Combinations of values that would install something that cannot work. */ -}}
{{- define "trimtab.check" -}}
{{- if and .Values.clusters .Values.prometheus.url -}}
{{- fail "Give only one of clusters and prometheus.url." -}}
{{- end -}}
{{- if and .Values.clusters .Values.server.registry -}}
{{- fail "With clusters, write registry into their entries instead of server.registry." -}}
{{- end -}}
{{- if and .Values.clusters (eq .Values.rbac.role "enroll") (ne (include "trimtab.registry" .) "kubernetes") -}}
{{- fail "rbac.role=enroll writes AIScaleTargets: the entry of clusters with kubernetes: true needs registry: kubernetes." -}}
{{- end -}}
{{- range .Values.clusters -}}
{{- if and .kubernetes (eq $.Values.rbac.role "none") -}}
{{- fail (printf "The entry %s of clusters with kubernetes: true needs rbac.role view or enroll." .name) -}}
{{- end -}}
{{- end -}}
{{- /* These values become a ConfigMap or a part of the Deployment, which more people may read than Secrets. */ -}}
{{- range .Values.clusters -}}
{{- if or (index . "prometheus-token") (index . "prometheus-password") -}}
{{- fail (printf "The entry %s of clusters contains a secret. Put it into a Secret, name the Secret in clusterSecrets, and write the path of its file: prometheus-token-file or prometheus-password-file." .name) -}}
{{- end -}}
{{- if regexMatch "://[^/@]*:[^/@]+@" (toString .prometheus) -}}
{{- fail (printf "The address of Prometheus in the entry %s of clusters contains a password. Use prometheus-user and prometheus-password-file with clusterSecrets." .name) -}}
{{- end -}}
{{- end -}}
{{- if regexMatch "://[^/@]*:[^/@]+@" .Values.prometheus.url -}}
{{- fail "prometheus.url contains a password. Use prometheus.credentials.secretName." -}}
{{- end -}}
{{- if regexMatch "://[^/@]*:[^/@]+@" .Values.database.url -}}
{{- fail "database.url contains a password. Use database.credentials.secretName." -}}
{{- end -}}
{{- if and .Values.clusters .Values.prometheus.serviceAccountToken -}}
{{- fail "prometheus.serviceAccountToken would send the token to the Prometheus of every cluster. Write prometheus-token-file: /var/run/secrets/kubernetes.io/serviceaccount/token into the entry of clusters that needs it." -}}
{{- end -}}
{{- if and .Values.clusterSecrets (not .Values.clusters) -}}
{{- fail "clusterSecrets needs clusters." -}}
{{- end -}}
{{- $isGiven := or .Values.prometheus.url .Values.clusters .Values.extraEnvFrom -}}
{{- range .Values.extraEnv -}}
{{- if has .name (list "TRIMTAB_PROMETHEUS" "TRIMTAB_CLUSTERS") -}}{{- $isGiven = true -}}{{- end -}}
{{- end -}}
{{- if not $isGiven -}}
{{- fail "Set prometheus.url to the address of your Prometheus, such as http://prometheus-operated.monitoring.svc:9090." -}}
{{- end -}}
{{- if and .Values.oidc.issuer (not .Values.oidc.audience) -}}
{{- fail "oidc.issuer needs oidc.audience." -}}
{{- end -}}
{{- range $name := list "ingress" "gateway" "serviceMonitor" -}}
{{- if and (index $.Values $name).enabled (not $.Values.oidc.issuer) -}}
{{- fail (printf "%s.enabled needs oidc.issuer: without sign-in the server is reached only by kubectl port-forward." $name) -}}
{{- end -}}
{{- end -}}
{{- range $key, $value := .Values.server.extra -}}
{{- if contains "," (printf "%s%v" $key $value) -}}
{{- fail (printf "server.extra.%s must not contain a comma: the settings are passed in one list." $key) -}}
{{- end -}}
{{- end -}}
{{- if and (eq .Values.server.registry "kubernetes") (eq .Values.rbac.role "none") -}}
{{- fail "server.registry=kubernetes needs rbac.role view (targets are enrolled by kubectl or GitOps only) or enroll." -}}
{{- end -}}
{{- if and .Values.rbac.create (ne (include "trimtab.role" .) "none") (not .Values.serviceAccount.create) (not .Values.serviceAccount.name) -}}
{{- fail "serviceAccount.create=false needs serviceAccount.name: otherwise every pod of the namespace that runs with its default account would get the rights of the server." -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.host) -}}
{{- fail "ingress.enabled needs ingress.host." -}}
{{- end -}}
{{- if and .Values.gateway.enabled (not .Values.gateway.parentRefs) -}}
{{- fail "gateway.enabled needs gateway.parentRefs." -}}
{{- end -}}
{{- if and .Values.prometheus.serviceAccountToken .Values.prometheus.credentials.secretName -}}
{{- fail "Give only one of prometheus.serviceAccountToken and prometheus.credentials.secretName." -}}
{{- end -}}
{{- with .Values.database -}}
{{- if and .credentials.urlKey (not .credentials.secretName) -}}
{{- fail "database.credentials.urlKey needs database.credentials.secretName." -}}
{{- end -}}
{{- if and .credentials.urlKey .url -}}
{{- fail "Give only one of database.url and database.credentials.urlKey." -}}
{{- end -}}
{{- if and (or .credentials.secretName .ca.configMapName .ca.secretName) (not .url) (not .credentials.urlKey) -}}
{{- fail "database.credentials and database.ca need the address of the database: database.url or database.credentials.urlKey." -}}
{{- end -}}
{{- if and .ca.configMapName .ca.secretName -}}
{{- fail "Give only one of database.ca.configMapName and database.ca.secretName." -}}
{{- end -}}
{{- end -}}
{{- if and .Values.prices.table .Values.prices.configMapName -}}
{{- fail "Give only one of prices.table and prices.configMapName." -}}
{{- end -}}
{{- if .Values.prices.table -}}
{{- range $name := list "date" "source" "prices" -}}
{{- if not (index $.Values.prices.table $name) -}}
{{- fail (printf "prices.table needs %s: it has date, source and prices." $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and (gt (int .Values.replicas) 1) (not (include "trimtab.database" .)) -}}
{{- fail (printf "replicas=%v needs a PostgreSQL database: set database.url or database.credentials.urlKey. Without one, each server has a data folder of its own, so several would give different answers." .Values.replicas) -}}
{{- end -}}
{{- end -}}
