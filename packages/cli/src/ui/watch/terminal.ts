/** The terminal's own streams, not a writer: the live view moves the cursor and reads keys. */
export type Terminal = {
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
};
