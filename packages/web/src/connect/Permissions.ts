/**
 * Reads what the client is permitted to do, and performs the person's actions, such as revoking a consent, pausing a
 * monitor or downloading the data.
 */
import type { ConnectPage, ConnectPermissions } from "@sheaf/client/connect"
import { signal } from "@preact/signals"
import { language } from "../texts/Texts.ts"
import type { PermissionKey } from "./models/Models.ts"
import { receiptTextOf } from "./models/ReceiptText.ts"
import type { ReceiptRequest } from "./models/ReceiptText.ts"

type Deliver = <A>(send: (signal: AbortSignal) => Promise<A>) => Promise<A | undefined>

/** Each action resolves to false if it failed. */
export class Permissions {
  readonly #page: () => ConnectPage
  readonly #deliver: Deliver
  readonly shown = signal<ConnectPermissions>({ permissions: [], monitors: [] })

  constructor(page: () => ConnectPage, deliver: Deliver) {
    this.#page = page
    this.#deliver = deliver
  }

  async read(): Promise<void> {
    this.shown.value = await this.#page().permissions()
  }

  async #change(request: (page: ConnectPage, signal: AbortSignal) => Promise<unknown>): Promise<boolean> {
    try {
      await this.#deliver((stop) => request(this.#page(), stop))
      await this.read()
      return true
    } catch {
      return false
    }
  }

  /** Revokes a consent, erases a collection's data, or ends a monitor. */
  end({ id, type }: PermissionKey): Promise<boolean> {
    return this.#change((page, stop): Promise<unknown> => {
      switch (type) {
        case "consent":
          return page.consent(id).revoke({ signal: stop })
        case "collection":
          return page.collection(id).erase({ signal: stop })
        case "monitor":
          return page.monitor(id).end({ signal: stop })
      }
    })
  }

  pause(monitorId: string, isPaused: boolean): Promise<boolean> {
    return this.#change((page, stop) => page.monitor(monitorId).pause(isPaused, { signal: stop }))
  }

  forget(monitorId: string): Promise<boolean> {
    return this.#change((page, stop) => page.monitor(monitorId).eraseCredentials({ signal: stop }))
  }

  async #save(name: string, read: (signal: AbortSignal) => Promise<Blob>): Promise<boolean> {
    try {
      const file = await this.#deliver(read)
      if (file === undefined) return true
      const link = document.createElement("a")
      link.href = URL.createObjectURL(file)
      link.download = name
      link.click()
      URL.revokeObjectURL(link.href)
      return true
    } catch {
      return false
    }
  }

  download(): Promise<boolean> {
    return this.#save("sheaf-data.json", (stop) => this.#page().export({ signal: stop }))
  }

  saveReceipt(request: ReceiptRequest): Promise<boolean> {
    const { fileName, form, key } = request
    return this.#save(`${fileName}.${form === "text" ? "txt" : "jwt"}`, async (stop) => {
      const { receipt } = await this.#page()[key.type](key.id).receipt({ language: language.peek(), signal: stop })
      return form === "text"
        ? new Blob([receiptTextOf(receipt, request)], { type: "text/plain" })
        : new Blob([receipt], { type: "application/jwt" })
    })
  }
}
