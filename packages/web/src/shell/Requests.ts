/** Sends an example's request to this service, and shows the response. */
import { element } from "./Elements.ts"

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

/** Matches the tokens of JSON that have a color. */
const tokens =
  /(?<attr>"(?:[^"\\]|\\.)*"(?=:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\d[\d.eE+-]*)|(?<keyword>true|false|null)/g

/** Returns JSON in the same colors as the examples. */
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
    const received = await response.text()
    const json = pretty(received)
    text.replaceChildren(...(json === undefined ? [received] : colored(json)))
  } catch {
    status.textContent = "No response. Is the service still running?"
  }
}
