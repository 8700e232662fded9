/** The guides in `docs` as web pages. `npm run generate` renders them into `guides.json`, which is not in Git. */
import { Effect, Record } from "effect"
import type { HttpServerResponse } from "effect/http"
import * as Html from "./Html.ts"

type Guide = Pick<Html.HtmlContent, "title" | "body">

const responseOf = ({ body, title }: Guide) =>
  Html.response({ language: "en", title, style: Html.articleStyle, body }, 200, Html.publicCacheHeaders)

// Loaded on demand, because most processes never show a guide.
const file = Effect.promise(() => import("./guides.json", { with: { type: "json" } }))

const pages = Effect.runSync(
  Effect.cached(
    Effect.map(file, ({ default: { guides, list } }) => ({
      list: responseOf(list),
      guides: Record.map<string, Guide, HttpServerResponse.HttpServerResponse>(guides, responseOf)
    }))
  )
)

export const guideList = Effect.map(pages, (made) => made.list)

/** Returns a guide's page. Fails if there is no guide with this name. */
export const findGuidePage = (name: string) =>
  Effect.flatMap(pages, ({ guides }) => Effect.fromOption(Record.get(guides, name)))
