/**
 * Serves the guides, the reference of each version, their pictures and the search index (spec 9). `npm run generate`
 * writes the content to `documentation.json`, which is not in Git.
 */
import { Cause, Effect } from "effect"
import { inflateRawSync } from "node:zlib"
import * as BuiltPage from "./BuiltPage.ts"
import * as CompressedResponse from "./CompressedResponse.ts"
import * as Html from "./Html.ts"
import type { LinkGroup, Shell, ShellPage } from "./Shell.ts"

// Loaded on demand, because most processes never show the documentation.
const generated = Effect.runSync(
  Effect.cached(Effect.promise(() => import("./documentation.json", { with: { type: "json" } })))
)

interface Section {
  readonly name: string
  readonly operations: Readonly<Record<string, string | undefined>>
  readonly groups: ReadonlyArray<LinkGroup>
  readonly pages: ReadonlyArray<{
    readonly address: string
    readonly parent?: string | undefined
    readonly title: string
    /** The body, compressed (RFC 1951) and in Base64. */
    readonly packedBody: string
    readonly contents: NonNullable<ShellPage["contents"]>
  }>
}

const errors = "/docs/guides/errors"

const sandboxOperations = /^\/docs\/[\d-]+\/sandbox$/

const sectionNameOf = ({ name }: Section, address: string) =>
  address === errors ? "errors" : name === "guides" ? "guides" : "reference"

/** Omits pages about paths that this service does not have. */
const publish = (shell: Shell, section: Section, isShown: (address: string) => boolean) => {
  const groups = section.groups.map((group) => ({ ...group, links: group.links.filter(({ href }) => isShown(href)) }))
  const links = groups.flatMap((group) => group.links)
  const unpack = (packedBody: string): string =>
    inflateRawSync(Buffer.from(packedBody, "base64"))
      .toString()
      .replaceAll(/<li><a href="([^"]+)">.*<\/li>\n/g, (card, href: string) => (isShown(href) ? card : ""))
  return Effect.forEach(
    section.pages.filter(({ address }) => isShown(address)),
    ({ address, packedBody, parent, ...page }) => {
      const above = links.find(({ href }) => href === parent)
      // Readers page through what is below a page without leaving it.
      const order = above === undefined ? links : [above, ...(above.parts ?? [])]
      const at = order.findIndex(({ href }) => href === address)
      const shown: Omit<ShellPage, "body"> = {
        ...page,
        address,
        section: sectionNameOf(section, address),
        groups,
        parent: above,
        previous: order[at - 1],
        next: at === -1 ? undefined : order[at + 1]
      }
      const whole = Effect.sync((): ShellPage => ({ ...shown, body: unpack(packedBody) }))
      return Effect.map(shell.publish(whole), (respond) => [address, respond] as const)
    }
  )
}

/** Returns where the reference describes the first operation of a path. */
export const referenceOf = (version: string, path: string): Effect.Effect<string | undefined> =>
  Effect.map(generated, ({ default: { sections } }) => {
    const operations: Section["operations"] = sections.find(({ name }) => name === version)?.operations ?? {}
    return operations[path]
  })

/** Renders the pages only when the first request arrives. */
export const make = Effect.fnUntraced(function* (shell: Shell) {
  const isShown = (address: string): boolean => shell.options.hasConsole || !sandboxOperations.test(address)
  const published = yield* Effect.cached(
    Effect.flatMap(generated, ({ default: { sections } }) =>
      Effect.map(
        Effect.forEach(sections, (section) => publish(shell, section, isShown)),
        (all) => new Map(all.flat())
      )
    )
  )
  const search = yield* CompressedResponse.make(
    Effect.map(generated, ({ default: { search } }) =>
      JSON.stringify(search.filter(([href = ""]) => isShown(href.split("#", 1).join())))
    ),
    "application/json",
    Html.publicCacheHeaders
  )
  return {
    /** Fails if there is no page at this address. */
    page: (address: string, exchange: Parameters<CompressedResponse.CompressedResponse>[0]) =>
      Effect.flatMap(
        published,
        (pages) => pages.get(address)?.(exchange) ?? Effect.fail(new Cause.NoSuchElementError())
      ),
    /** Fails if no picture has this name. */
    picture: yield* BuiltPage.makeFileResponses(
      Effect.map(generated, ({ default: { pictures } }) => ({ files: pictures }))
    ),
    /** Responds with all headings and their texts, for the search script. */
    search
  }
})

export type Documentation = Effect.Success<ReturnType<typeof make>>
