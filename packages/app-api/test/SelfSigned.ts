/** Creates a self-signed certificate for this machine. In tests, it identifies both the server and the caller. */
import { execFileSync } from "node:child_process"
import { join } from "node:path"

export interface SelfSigned {
  readonly certFile: string
  readonly keyFile: string
}

const parameters = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=sheaf".split(" ")
const subject = ["-addext", "subjectAltName=IP:127.0.0.1"]

export const makeIn = (folder: string): SelfSigned => {
  const [certFile, keyFile] = [join(folder, "self-signed.pem"), join(folder, "self-signed.key")]
  execFileSync("openssl", [...parameters, ...subject, "-keyout", keyFile, "-out", certFile], { stdio: "pipe" })
  return { certFile, keyFile }
}
