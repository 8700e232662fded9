/**
 * The page's own webhook endpoint. The page shows each delivery and verifies its signature. Because a client can have
 * only 16 endpoints, the page does not create its own before the first run, and people can remove it.
 */
import { signal } from "@preact/signals"
import { verifyWebhook, WebhookVerificationError } from "@sheaf/client"
import { makeClient, errorTextOf } from "./ServiceClient.ts"

export interface InboxMessage {
  readonly number: number
  readonly receivedAt: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** `VALID`, or the reason why the signature is invalid. */
  readonly signature: string
}

type Delivered = Omit<InboxMessage, "signature">

/** This browser's endpoint, which later visits reuse. */
interface OwnEndpoint {
  readonly endpointId: string
  readonly secret: string
  readonly inbox: string
}

const kept = "sheaf-sandbox-inbox"
const path = "/sandbox/inboxes/"

/** How often the inbox is read, in milliseconds. */
const pause = 1_500

export const messages = signal<ReadonlyArray<InboxMessage>>([])
export const loadError = signal<string | undefined>(undefined)

/**
 * This browser's endpoint while it is receiving webhooks, `REMOVED` after somebody has removed it, and undefined
 * otherwise.
 */
export const endpoint = signal<OwnEndpoint | "REMOVED" | undefined>(undefined)

const removed = "REMOVED"

const stored = (): OwnEndpoint | typeof removed | undefined => {
  const text = localStorage.getItem(kept) ?? ""
  if (text === removed) return removed
  const [endpointId, secret, inbox] = text.split(" ")
  return endpointId && secret && inbox ? { endpointId, secret, inbox } : undefined
}

const { webhookEndpoints } = makeClient()

/**
 * Creates this browser's endpoint. First deletes the endpoints that the console created earlier, because a client can
 * have only 16.
 */
const create = async (): Promise<OwnEndpoint> => {
  for (const { endpointId, url } of await webhookEndpoints.list()) {
    if (url.startsWith(location.origin + path)) await webhookEndpoints.delete(endpointId)
  }
  const inbox = crypto.randomUUID()
  const { endpointId, secret } = await webhookEndpoints.create({ url: location.origin + path + inbox })
  localStorage.setItem(kept, [endpointId, secret, inbox].join(" "))
  return { endpointId, secret, inbox }
}

const isKnown = async ({ endpointId }: OwnEndpoint): Promise<boolean> =>
  (await webhookEndpoints.list()).some((each) => each.endpointId === endpointId)

const checked = async (delivered: Delivered, secret: string): Promise<InboxMessage> => {
  try {
    // Checks the signature as of the time of delivery. If the current time counted, older messages would no longer be
    // valid after a reload.
    await verifyWebhook(delivered.headers, delivered.body, secret, { now: () => delivered.receivedAt })
    return { ...delivered, signature: "VALID" }
  } catch (error) {
    return { ...delivered, signature: error instanceof WebhookVerificationError ? error.code : errorTextOf(error) }
  }
}

const look = async ({ inbox, secret }: OwnEndpoint): Promise<void> => {
  const after = messages.value[0]?.number ?? 0
  const response = await fetch(`${path}${inbox}?after=${after}`, { cache: "no-store" })
  if (!response.ok) throw new Error(`The inbox responded with status ${response.status}.`)
  const found: ReadonlyArray<Delivered> = await response.json()
  const read = await Promise.all(found.map((delivered) => checked(delivered, secret)))
  if (read.length > 0) messages.value = [...read.toReversed(), ...messages.value]
  loadError.value = undefined
}

const attempt = async (action: () => Promise<void>): Promise<void> => {
  try {
    loadError.value = undefined
    await action()
  } catch (error) {
    loadError.value = errorTextOf(error)
  }
}

let timer: ReturnType<typeof setInterval> | undefined

const receive = async (own: OwnEndpoint): Promise<void> => {
  clearInterval(timer)
  endpoint.value = own
  await look(own)
  timer = setInterval(() => {
    if (document.visibilityState === "visible") void attempt(() => look(own))
  }, pause)
}

/** Continues to receive webhooks, if this browser's endpoint still exists. */
export const resumeReceiving = (): Promise<void> =>
  attempt(async () => {
    const own = stored()
    if (own === removed) endpoint.value = removed
    else if (own !== undefined && (await isKnown(own))) await receive(own)
  })

/**
 * Creates the endpoint, and receives webhooks until the page is closed. Does nothing if the page is already receiving.
 */
export const startReceiving = (): Promise<void> =>
  attempt(async () => {
    if (endpoint.value === undefined || endpoint.value === removed) await receive(await create())
  })

/** Starts receiving when a run starts, unless somebody has removed the endpoint. */
export const startReceivingWithRun = (): Promise<void> =>
  endpoint.value === removed ? Promise.resolve() : startReceiving()

/** Deletes the endpoint. Afterwards, only {@link startReceiving} creates a new one; starting a run does not. */
export const removeEndpoint = (): Promise<void> =>
  attempt(async () => {
    const own = endpoint.value
    if (own === undefined || own === removed) return
    clearInterval(timer)
    await webhookEndpoints.delete(own.endpointId)
    localStorage.setItem(kept, removed)
    endpoint.value = removed
    messages.value = []
  })
