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

/** Returns the ids in a response by member name. If the response is a list, returns those of its first entry. */
const idsIn = (json: string): ReadonlyMap<string, string> => {
  const value: unknown = JSON.parse(json)
  const first: unknown = Array.isArray(value) ? value[0] : value
  return new Map(
    Object.entries(first ?? {}).flatMap(([name, member]) =>
      typeof member === "string" && name.endsWith("Id") ? [[name, member]] : []
    )
  )
}

/**
 * Stores ids to prefill later forms. For example, a reader who has created a user can then read it without copying its
 * id.
 */
const keep = (ids: ReadonlyMap<string, string>): void => {
  try {
    for (const [name, id] of ids) sessionStorage.setItem(storageKey + name, id)
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
  const summary = element("summary", {}, "Optional", element("span", { class: "summary__note" }, names))
  return [
    element("details", { class: "try__optional" }, summary, ...optional.map(([{ name }, field]) => label(name, field)))
  ]
}

interface Section {
  readonly operation: Operation
  readonly title: string
  /** The id of the heading. */
  readonly id: string
  /** Opens a new form for the operation, prefilled with ids from earlier responses. */
  readonly open: () => void
}

/**
 * Returns the operation on this page that reads the object that a request has created. If one operation reads only the
 * object's status, returns that one.
 */
const readerOf = (sections: ReadonlyArray<Section>, ids: ReadonlyMap<string, string>): Section | undefined => {
  const readers = sections.filter(({ operation: { method, path } }) => {
    const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name)
    return method === "GET" && names.length > 0 && names.every((name) => ids.has(name))
  })
  return readers.find(({ operation }) => operation.path.endsWith("/status")) ?? readers[0]
}

const nextLink = ({ id, open, title }: Section): HTMLAnchorElement => {
  const link = element("a", { class: "try__next", href: `#${id}` }, `Next: ${title}`)
  link.addEventListener("click", open)
  return link
}

const formOf = (operation: Operation, sections: ReadonlyArray<Section>): HTMLFormElement => {
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
    form.querySelector(".try__next")?.remove()
    void run(form, requestOf(operation, { fields, key, token, body: text })).then((json) => {
      if (json === undefined) return
      const ids = idsIn(json)
      keep(ids)
      const next = operation.method === "POST" ? readerOf(sections, ids) : undefined
      if (next !== undefined) form.append(nextLink(next))
    })
  })
  return form
}

/** Adds a button to the first line of each operation. The button opens and closes the form below that line. */
export const complete = (): void => {
  const sections: Array<Section> = []
  for (const section of document.querySelectorAll<HTMLElement>("[data-request]")) {
    const operation: unknown = JSON.parse(section.dataset["request"] ?? "null")
    if (!isOperation(operation)) continue
    const place = section.querySelector(".endpoint")
    const heading = section.querySelector("h2")
    let form: HTMLFormElement | undefined
    const show = (made: HTMLFormElement | undefined): void => {
      form?.remove()
      form = made
      opener.setAttribute("aria-expanded", String(made !== undefined))
      opener.textContent = made === undefined ? "Try it" : "Close"
      if (made === undefined) return
      place?.after(made)
      made.querySelector<HTMLElement>("input, select, textarea, button")?.focus({ preventScroll: true })
    }
    const opener = button("Try it", "try-open", () => show(form ? undefined : formOf(operation, sections)))
    opener.setAttribute("aria-expanded", "false")
    place?.append(opener)
    const open = (): void => show(formOf(operation, sections))
    sections.push({ operation, title: heading?.textContent ?? "", id: heading?.id ?? "", open })
  }
}
