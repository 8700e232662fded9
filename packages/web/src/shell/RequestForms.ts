/** Gives each operation in the reference a form that sends its request to this service. */
import { button, demonstrationKey, element, version } from "./Elements.ts"
import { run } from "./Requests.ts"

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly example: string
}

/** An operation's request, as the page contains it. */
interface Operation {
  readonly method: string
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly body?: string
  readonly needsKey: boolean
  readonly needsToken: boolean
}

/** The page's generator wrote the value, so its outline is enough to recognize it. */
const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "parameters" in value

type Field = HTMLInputElement | HTMLTextAreaElement

const label = (text: string, field: Field): HTMLLabelElement => element("label", {}, text, field)

/** A new key each time, so that the form starts something each time. */
const exampleOf = ({ example, name }: Parameter): string =>
  name === "Idempotency-Key" ? crypto.randomUUID() : name === "Service-Version" ? example || version() : example

interface FilledForm {
  readonly fields: ReadonlyMap<Parameter, Field>
  readonly key: Field | undefined
  readonly token: Field | undefined
  readonly body: Field | undefined
}

const requestOf = ({ method, path }: Operation, { body, fields, key, token }: FilledForm) => {
  const headers: Record<string, string> = {}
  const query = new URLSearchParams()
  let target = path
  for (const [{ in: place, name }, { value }] of fields) {
    if (place === "path") target = target.replace(`{${name}}`, encodeURIComponent(value))
    else if (value !== "" && place === "query") query.set(name, value)
    else if (value !== "" && place === "header") headers[name] = value
  }
  if (key !== undefined && key.value !== "") headers["Authorization-token"] = key.value
  if (token !== undefined && token.value !== "") headers["Authorization"] = `Bearer ${token.value}`
  if (body !== undefined) headers["Content-Type"] = "application/json"
  const search = query.size === 0 ? "" : `?${query}`
  return { method, path: target + search, headers, body: body?.value }
}

const formOf = (operation: Operation): HTMLFormElement => {
  const { body, needsKey, needsToken, parameters } = operation
  const input = (value: string): HTMLInputElement =>
    element("input", { value, autocomplete: "off", spellcheck: "false" })
  const fields = new Map(
    parameters.map((parameter) => [
      parameter,
      input(parameter.required || parameter.name === "Idempotency-Key" ? exampleOf(parameter) : "")
    ])
  )
  const key = needsKey ? input(demonstrationKey() ?? "") : undefined
  const token = needsToken ? input("") : undefined
  const text =
    body === undefined
      ? undefined
      : element("textarea", { rows: String(Math.min(12, body.split("\n").length)), spellcheck: "false" }, body)
  const form = element(
    "form",
    { class: "try" },
    ...(key ? [label("API key", key)] : []),
    ...(token ? [label("User’s token", token)] : []),
    ...Array.from(fields, ([{ name, required }, field]) => label(required ? name : `${name} (optional)`, field)),
    ...(text ? [label("Body", text)] : []),
    element("button", {}, "Send")
  )
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    void run(form, requestOf(operation, { fields, key, token, body: text }))
  })
  return form
}

/** Adds a button to each operation, which opens the form. */
export const complete = (): void => {
  for (const section of document.querySelectorAll<HTMLElement>("[data-request]")) {
    const operation: unknown = JSON.parse(section.dataset["request"] ?? "null")
    if (!isOperation(operation)) continue
    const place = section.querySelector(".operation__code")
    const open = button("Try it", "try-open", () => {
      const form = formOf(operation)
      open.replaceWith(form)
      form.querySelector<HTMLElement>("input, textarea, button")?.focus()
    })
    place?.append(open)
  }
}
