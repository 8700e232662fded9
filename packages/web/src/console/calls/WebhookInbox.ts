/** A webhook endpoint of the page itself. The service delivers to it, and the page shows each request and checks its signature. */
import { signal } from "@preact/signals"
import { verifyWebhook, WebhookVerificationError } from "@sheaf/client"
import { clientWith, textOf } from "./Service.ts"

/** A request that the inbox received. */
export interface InboxMessage {
  readonly number: number
  readonly receivedAt: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** `VALID`, or the reason why the signature is not valid. */
  readonly signature: string
}

type Delivered = Omit<InboxMessage, "signature">

/** The endpoint of this browser, which later visits use again. */
interface OwnEndpoint {
  readonly endpointId: string
  readonly secret: string
  readonly inbox: string
}

const kept = "sheaf-sandbox-inbox"
const path = "/sandbox/inboxes/"

/** The time between two reads of the inbox, in milliseconds. */
const pause = 1_500

/** The messages, newest first. */
export const messages = signal<ReadonlyArray<InboxMessage>>([])
export const failure = signal<string | undefined>(undefined)

const ownEndpoint = (): OwnEndpoint | undefined => {
  const [endpointId, secret, inbox] = (localStorage.getItem(kept) ?? "").split(" ")
  return endpointId && secret && inbox ? { endpointId, secret, inbox } : undefined
}

const { webhookEndpoints } = clientWith()

/** Creates the endpoint of this browser, in place of endpoints of earlier consoles, because a client can have only 16. */
const create = async (): Promise<OwnEndpoint> => {
  for (const { endpointId, url } of await webhookEndpoints.list()) {
    if (url.startsWith(location.origin + path)) await webhookEndpoints.delete(endpointId)
  }
  const inbox = crypto.randomUUID()
  const { endpointId, secret } = await webhookEndpoints.create({ url: location.origin + path + inbox })
  localStorage.setItem(kept, [endpointId, secret, inbox].join(" "))
  return { endpointId, secret, inbox }
}

const find = async (): Promise<OwnEndpoint> => {
  const own = ownEndpoint()
  const isKnown =
    own !== undefined && (await webhookEndpoints.list()).some((each) => each.endpointId === own.endpointId)
  return own !== undefined && isKnown ? own : create()
}

const checked = async (delivered: Delivered, secret: string): Promise<InboxMessage> => {
  try {
    // An old message stays valid when the page is loaded again.
    await verifyWebhook(delivered.headers, delivered.body, secret, { now: () => delivered.receivedAt })
    return { ...delivered, signature: "VALID" }
  } catch (error) {
    return { ...delivered, signature: error instanceof WebhookVerificationError ? error.code : textOf(error) }
  }
}

const look = async ({ inbox, secret }: OwnEndpoint): Promise<void> => {
  const after = messages.value[0]?.number ?? 0
  const response = await fetch(`${path}${inbox}?after=${after}`, { cache: "no-store" })
  if (!response.ok) throw new Error(`The inbox responded with status ${response.status}.`)
  const found: ReadonlyArray<Delivered> = await response.json()
  const read = await Promise.all(found.map((delivered) => checked(delivered, secret)))
  if (read.length > 0) messages.value = [...read.toReversed(), ...messages.value]
  failure.value = undefined
}

/** Receives webhooks until the page is closed. */
export const receive = async (): Promise<void> => {
  try {
    const own = await find()
    await look(own)
    setInterval(() => {
      if (document.visibilityState !== "visible") return
      look(own).catch((error: unknown) => {
        failure.value = textOf(error)
      })
    }, pause)
  } catch (error) {
    failure.value = textOf(error)
  }
}
