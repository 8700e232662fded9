/**
 * Makes an OpenAPI document readable: moves parts that several operations share to the document's components. Headers
 * that all responses have are declared in the extension `x-common-headers`, because OpenAPI has no place for them.
 */
import {
  changeOperations,
  changeResponses,
  changeMember,
  partKinds,
  mapParts,
  objectOrEmpty,
  referenceOf
} from "./DocumentParts.ts"
import type { DocumentPart, PartKind } from "./DocumentParts.ts"

const names: Readonly<Record<string, string>> = {
  200: "Ok",
  201: "Created",
  202: "Accepted",
  204: "NoContent",
  303: "SeeOther",
  304: "NotModified",
  410: "Gone",
  "2XX": "Success",
  default: "Failure"
}

const capitalized = (text: string): string =>
  text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const nameOf = (part: DocumentPart, hint: string): string => {
  const problem = objectOrEmpty(objectOrEmpty(objectOrEmpty(part["content"])["application/problem+json"])["schema"])
  const [, name] = /([A-Za-z]+)Problem$/.exec(referenceOf(problem) ?? "") ?? []
  if (name === undefined) return names[hint] ?? capitalized(hint)
  const [code, ...others] = String(part["description"]).match(/[A-Z_]{2,}/g) ?? []
  return code !== undefined && others.length === 0 ? capitalized(code.toLowerCase()) : name
}

const moved = (document: DocumentPart, kind: PartKind): DocumentPart => {
  const components = objectOrEmpty(document["components"])
  const uses = new Map<string, number>()
  changeOperations(document, (operation) =>
    partKinds[kind](operation, (part) => {
      const text = JSON.stringify(part)
      uses.set(text, (uses.get(text) ?? 0) + 1)
      return part
    })
  )
  const shared = new Map(Object.entries(objectOrEmpty(components[kind])))
  const known = new Map(Array.from(shared, ([name, part]) => [JSON.stringify(part), name]))
  const nameFor = (part: DocumentPart, hint: string): string => {
    const name = nameOf(part, hint)
    let free = name
    for (let number = 2; shared.has(free); number++) free = `${name}${number}`
    return free
  }
  const changed = changeOperations(document, (operation) =>
    partKinds[kind](operation, (part, hint) => {
      const text = JSON.stringify(part)
      if (referenceOf(part) !== undefined || (!known.has(text) && (uses.get(text) ?? 0) < 2)) return part
      const name = known.get(text) ?? nameFor(part, hint)
      known.set(text, name)
      shared.set(name, part)
      return { $ref: `#/components/${kind}/${name}` }
    })
  )
  if (shared.size === 0) return changed
  const sorted = Array.from(shared).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return { ...changed, components: { ...components, [kind]: Object.fromEntries(sorted) } }
}

const commonHeaders = "x-common-headers"

const isAuthenticated = ({ security }: DocumentPart): boolean => Array.isArray(security) && security.length > 0

const inHeaders = (
  document: DocumentPart,
  change: (headers: DocumentPart, common: DocumentPart) => DocumentPart
): DocumentPart => {
  const { authenticated, every } = objectOrEmpty(document[commonHeaders])
  return changeMember(document, "paths", (paths) =>
    mapParts(paths, (item) =>
      mapParts(item, (operation) => {
        const common = { ...objectOrEmpty(every), ...(isAuthenticated(operation) && objectOrEmpty(authenticated)) }
        return changeResponses(operation, (response) => {
          const { headers: before, ...rest } = response
          const headers = change(objectOrEmpty(before), common)
          return Object.keys(headers).length === 0 ? rest : { ...rest, headers }
        })
      })
    )
  )
}

const withoutCommon = (document: DocumentPart): DocumentPart =>
  inHeaders(document, (headers, common) =>
    Object.fromEntries(
      Object.entries(headers).filter(([name, header]) => JSON.stringify(header) !== JSON.stringify(common[name]))
    )
  )

export const shareParts = (document: DocumentPart): DocumentPart =>
  (["parameters", "examples", "headers", "responses"] as const).reduce(moved, withoutCommon(document))

/**
 * Inlines the shared responses, parameters, examples and headers of the operations, but leaves schemas in the
 * components.
 */
export const expandParts = (document: DocumentPart): DocumentPart => {
  const components = objectOrEmpty(document["components"])
  const resolved = (part: DocumentPart, kind: PartKind): DocumentPart => {
    const name = referenceOf(part)?.slice(`#/components/${kind}/`.length)
    return name === undefined ? part : objectOrEmpty(objectOrEmpty(components[kind])[name])
  }
  const withResponses = changeOperations(document, (operation) =>
    partKinds.responses(operation, (part) => resolved(part, "responses"))
  )
  const withCommon = inHeaders(withResponses, (headers, common) => ({ ...common, ...headers }))
  const whole = (["parameters", "examples", "headers"] as const).reduce(
    (all, kind) => changeOperations(all, (operation) => partKinds[kind](operation, (part) => resolved(part, kind))),
    withCommon
  )
  const { [commonHeaders]: _, ...rest } = whole
  const { schemas, securitySchemes } = components
  return { ...rest, components: { schemas, ...(securitySchemes !== undefined && { securitySchemes }) } }
}
