/** Sends an example's request to this service, and shows the response. */
import { watch } from "./Edges.ts"
import { copyButton, element } from "./Elements.ts"

export interface ExampleRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

const pretty = (text: string): string | undefined => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return undefined
  }
}

const tokens =
  /(?<attr>"(?:[^"\\]|\\.)*"(?=:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\d[\d.eE+-]*)|(?<keyword>true|false|null)/g

const colored = (json: string): ReadonlyArray<Node | string> => {
  const nodes: Array<Node | string> = []
  let end = 0
  for (const { 0: token, groups = {}, index } of json.matchAll(tokens)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined)
    nodes.push(json.slice(end, index), element("span", { class: `hljs-${kind}` }, token))
    end = index + token.length
  }
  return [...nodes, json.slice(end)]
}

/** Highlights JSON in the colors that examples use. */
export const color = (code: HTMLElement): void => code.replaceChildren(...colored(code.textContent ?? ""))

/**
 * Sends a request, and shows its response at the end of `place`, where it replaces any earlier response. Returns the
 * response's JSON if the request succeeded.
 */
export const run = async (
  place: HTMLElement,
  { body, headers, method, path }: ExampleRequest
): Promise<string | undefined> => {
  place.querySelector(":scope > .code__result")?.remove()
  const status = element("p", { role: "status" }, "Sending…")
  const text = element("code")
  const content = element("pre", { tabindex: "0", role: "group", "aria-label": "Response" }, text)
  const copy = copyButton("code__copy", () => text.textContent)
  copy.hidden = true
  place.append(
    element("div", { class: "code__result" }, element("div", { class: "code__outcome" }, status, copy), content)
  )
  const started = performance.now()
  try {
    const response = await fetch(path, { method, headers, ...(body !== undefined && { body }) })
    const received = await response.text()
    const kind = response.ok ? "code__status" : "code__status code__status--failed"
    const duration = `${Math.round(performance.now() - started)} ms`
    status.replaceChildren(element("span", { class: kind }, `HTTP ${response.status}`), element("span", {}, duration))
    const json = pretty(received)
    text.replaceChildren(...(json === undefined ? [received] : colored(json)))
    content.hidden = received === ""
    copy.hidden = content.hidden
    watch(content)
    return response.ok ? json : undefined
  } catch {
    status.textContent = "No response. Is the service still running?"
    content.hidden = true
    return undefined
  }
}
