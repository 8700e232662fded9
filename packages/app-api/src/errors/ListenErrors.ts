/** Explains listener errors to operators. */
import { failWith } from "./OperatorError.ts"

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "another process is listening there; stop it, or choose another port",
  EACCES: "permission denied",
  EADDRNOTAVAIL: "this machine does not have that address",
  ENOTFOUND: "the host name cannot be resolved"
}

/** The message begins with the listener's settings, such as `HOST=127.0.0.1 PORT=8080`. */
export const failToListen = (settings: string, cause: unknown) => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error"
  return failWith(`${settings}: cannot listen: ${reasons[code] ?? code}`)
}
