/** The clients, keys, certificates and users of a recording. */
import type { RecordedData } from "@sheaf/app-api/testing"
import { X509Certificate } from "node:crypto"
import { join } from "node:path"
import { certify, sheaf } from "./Administration.ts"
import type { Callers } from "./Callers.ts"

type Client = RecordedData.Manifest["clients"][number]
type User = RecordedData.Manifest["users"][number]
type Certificate = RecordedData.Manifest["certificates"][number]

/** The demo client that every sandbox has. */
const demo: Client = { name: "demo", clientId: "demo", keys: [{ key: "sheaf-demo", isLive: true }] }

const idOf = (key: string): string => key.split("_")[2] ?? ""

/** Adds a client with a revoked key and a valid key. */
const addClient = async (dataDir: string, callers: Callers, name: string, ...flags: ReadonlyArray<string>) => {
  const clientId = await sheaf(dataDir, "clients", "create", "--name", name, ...flags)
  const create = () => sheaf(dataDir, "keys", "create", "--client", clientId)
  const [revoked, live] = [await create(), await create()]
  await sheaf(dataDir, "keys", "revoke", "--key", idOf(revoked))
  callers.add(name, { key: live })
  const client: Client = {
    name,
    clientId,
    keys: [
      { key: revoked, isLive: false },
      { key: live, isLive: true }
    ]
  }
  return client
}

/** Issues two certificates to a client that must use mutual TLS, and revokes the second. */
const addCertificates = async (
  dataDir: string,
  scratch: string,
  { clientId, name: client }: Client
): Promise<ReadonlyArray<Certificate>> => {
  const good = await certify(dataDir, clientId, join(scratch, "good"))
  const revoked = await certify(dataDir, clientId, join(scratch, "revoked"))
  const { serialNumber } = new X509Certificate(revoked)
  await sheaf(dataDir, "certs", "revoke", "--serial", serialNumber, "--reason", "superseded")
  return [
    { name: "good", client, certificate: good, status: 200 },
    { name: "revoked", client, certificate: revoked, status: 403, code: "CERTIFICATE_REVOKED" }
  ]
}

/** Adds a second client, and a third client that must use mutual TLS. */
export const addClients = async (dataDir: string, scratch: string, callers: Callers) => {
  callers.add("demo", { key: "sheaf-demo" })
  const second = await addClient(dataDir, callers, "second")
  const careful = await addClient(dataDir, callers, "careful", "--require-mtls")
  const certificates = await addCertificates(dataDir, scratch, careful)
  return { clients: [demo, second, careful], certificates }
}

/** A recorded user. Each new session adds a token. */
export interface Person extends Omit<User, "isErased" | "tokens"> {
  readonly tokens: Array<User["tokens"][number]>
}

/** Starts a session for a user, and uses the session's token from then on. */
export const startSession = async (
  callers: Callers,
  { client, name, tokens, userId }: Person,
  key: string,
  signedBy: "first" | "rotated"
): Promise<void> => {
  const { token } = await callers.expect<{ readonly token: string }>(client, "POST", `/users/${userId}/sessions`)
  tokens.push({ token, signedBy, isLive: true })
  callers.add(name, { key, token })
}

/** Creates a user of the client with this key. */
export const addUser = async (callers: Callers, client: string, key: string, name: string): Promise<Person> => {
  const externalId = `${name} of ${client}`
  const { userId } = await callers.expect<{ readonly userId: string }>(client, "POST", "/users", { externalId })
  const person: Person = { name, client, userId, externalId, tokens: [] }
  await startSession(callers, person, key, "first")
  return person
}
