/** Why there is nothing to be listened on where the settings say so, in words for who can mend it. */
import { SettingsError } from "./config/Settings.ts"

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "another process listens there",
  EACCES: "this user may not",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "nobody knows this name"
}

/** Why, as the end of a sentence. */
export const reasonOf = (cause: unknown): string => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown"
  return `cannot be listened on: ${reasons[code] ?? code}`
}

/** The error of a listener, by the settings that it goes by: `HOST=… PORT=…`. */
export const toSettingsError = (host: string, name: string, port: number, cause: unknown): SettingsError =>
  new SettingsError({ message: `HOST=${host} ${name}=${port} ${reasonOf(cause)}` })
