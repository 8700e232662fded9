/** Gives each operation in the reference a form that sends its request to this service. */
import { button, demonstrationKey, element, version } from "./Elements.ts"
import { run } from "./Requests.ts"

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly example: string
  readonly hint?: string
  readonly choices?: ReadonlyArray<string>
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly body?: string
  readonly needsKey: boolean
  readonly needsToken: boolean
}

const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "parameters" in value

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const label = (text: string, field: Field): HTMLLabelElement => element("label", {}, element("span", {}, text), field)

/** Prefix of the `sessionStorage` keys for ids. */
const storageKey = "sheaf.try."

/**
 * Stores the ids in a response, or in the first entry of a list, to prefill later forms. For example, a reader who has
 * created a user can then read it without copying its id.
 */
const keep = (json: string): void => {
  const value: unknown = JSON.parse(json)
  const first: unknown = Array.isArray(value) ? value[0] : value
  try {
    for (const [name, member] of Object.entries(first ?? {}))
      if (typeof member === "string" && name.endsWith("Id")) sessionStorage.setItem(storageKey + name, member)
  } catch {
    // The browser blocks storage, so the reader has to enter the ids.
  }
}

const kept = (name: string): string | null => {
  try {
    return sessionStorage.getItem(storageKey + name)
  } catch {
    return null
  }
}

/** Uses a new idempotency key each time; otherwise a second click would start nothing. */
const valueOf = ({ example, name, required }: Parameter): string => {
  if (name === "Idempotency-Key") return crypto.randomUUID()
  if (!required) return ""
  return name === "Service-Version" ? example || version() : (kept(name) ?? example)
}

const input = (value: string, placeholder = ""): HTMLInputElement =>
  element("input", { value, placeholder, autocomplete: "off", spellcheck: "false" })

/**
 * Returns a parameter's field: a drop-down list if the document enumerates the values, or else a text field. An
 * optional field starts empty.
 */
const fieldOf = (parameter: Parameter): Field => {
  const { choices, hint = "", required } = parameter
  if (choices === undefined) return input(valueOf(parameter), hint)
  return element("select", {}, ...[...(required ? [] : [""]), ...choices].map((one) => element("option", {}, one)))
}

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

/** Returns the optional fields, collapsed under a line that lists their names. */
const optionalOf = (fields: FilledForm["fields"]): ReadonlyArray<HTMLElement> => {
  const optional = [...fields].filter(([{ required }]) => !required)
  if (optional.length === 0) return []
  const names = optional.map(([{ name }]) => name).join(", ")
  const summary = element("summary", {}, `Optional: ${names}`)
  return [
    element("details", { class: "try__optional" }, summary, ...optional.map(([{ name }, field]) => label(name, field)))
  ]
}

const formOf = (operation: Operation): HTMLFormElement => {
  const { body, needsKey, needsToken, parameters } = operation
  const fields = new Map(parameters.map((parameter) => [parameter, fieldOf(parameter)]))
  const required = [...fields].filter((entry) => entry[0].required)
  const key = needsKey ? input(demonstrationKey() ?? "") : undefined
  const token = needsToken ? input("") : undefined
  const text =
    body === undefined
      ? undefined
      : element("textarea", { rows: String(Math.min(16, body.split("\n").length)), spellcheck: "false" }, body)
  const form = element(
    "form",
    { class: "try" },
    ...(key ? [label("API key", key)] : []),
    ...(token ? [label("User’s token", token)] : []),
    ...required.map(([{ name }, field]) => label(name, field)),
    ...(text ? [label("Body", text)] : []),
    ...optionalOf(fields),
    element("button", {}, "Send")
  )
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    void run(form, requestOf(operation, { fields, key, token, body: text })).then((json) => json && keep(json))
  })
  return form
}

/** Adds a button to each operation's first line that opens and closes the form below it. */
export const complete = (): void => {
  for (const section of document.querySelectorAll<HTMLElement>("[data-request]")) {
    const operation: unknown = JSON.parse(section.dataset["request"] ?? "null")
    if (!isOperation(operation)) continue
    const place = section.querySelector(".endpoint")
    let form: HTMLFormElement | undefined
    const open = button("Try it", "try-open", () => {
      const isOpen = form === undefined
      form?.remove()
      form = isOpen ? formOf(operation) : undefined
      open.setAttribute("aria-expanded", String(isOpen))
      open.textContent = isOpen ? "Close" : "Try it"
      if (form === undefined) return
      place?.after(form)
      form.querySelector<HTMLElement>("input, select, textarea, button")?.focus()
    })
    open.setAttribute("aria-expanded", "false")
    place?.append(open)
  }
}
