/** Sends an example's request to this service, and shows the response. */
import { element } from "./Elements.ts"
import { indent } from "./Lines.ts"

export interface ExampleRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Sends a request, and shows its response at the end of `place`, instead of an earlier one. */
export const run = async (place: HTMLElement, { body, headers, method, path }: ExampleRequest): Promise<void> => {
  place.querySelector(":scope > .code__result")?.remove()
  const status = element("p", { role: "status" }, "Sending…")
  const text = element("code")
  const result = element(
    "div",
    { class: "code__result" },
    status,
    element("pre", { tabindex: "0", role: "group", "aria-label": "Response" }, text)
  )
  place.append(result)
  try {
    const response = await fetch(path, { method, headers, ...(body !== undefined && { body }) })
    status.textContent = `HTTP ${response.status}`
    text.textContent = pretty(await response.text())
    indent(text)
  } catch {
    status.textContent = "No response. Is the service still running?"
  }
}
