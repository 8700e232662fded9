/** The pages in a real browser fit narrow and wide screens, and request nothing from other hosts. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, layer } from "@effect/vitest"
import { HttpApp } from "@sheaf/adapters-http"
import { Context, Effect, Layer } from "effect"
import { chromium } from "playwright-core"
import type { Browser } from "playwright-core"
import { chromiumPath } from "../../src/testing/ChromiumPath.ts"
import * as TestServer from "../../src/testing/TestServer.ts"
import * as World from "../World.ts"

class Pages extends Context.Service<Pages, { readonly origin: string; readonly browser: Browser }>()(
  "@sheaf/adapters-http/test/Pages"
) {}

const pages = Layer.effect(
  Pages,
  Effect.gen(function* () {
    const handler = yield* NodeHttpServer.makeHandler(yield* HttpApp.make(), { scope: yield* Effect.scope })
    const { origin } = yield* TestServer.make(handler)
    const browser = yield* Effect.acquireRelease(
      Effect.promise(() => chromium.launch({ executablePath: chromiumPath(), chromiumSandbox: false })),
      (launched) => Effect.promise(() => launched.close())
    )
    return Pages.of({ origin, browser })
  })
).pipe(Layer.provide(World.layer))

const guides = ["", "/integrate", "/operate", "/connectors", "/rules", "/sandbox", "/errors", "/configuration"]
const paths = ["/docs", ...guides.map((name) => `/docs/guides${name}`)]

/** Opens a page. Returns its overflow at several widths, its requests to other hosts, and its errors. */
const visit = async ({ browser, origin }: Pages["Service"], path: string) => {
  const page = await browser.newPage()
  try {
    const elsewhere: Array<string> = []
    const errors: Array<string> = []
    page.on("request", (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(`${origin}/`))
        elsewhere.push(request.url())
    })
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text())
    })
    page.on("pageerror", ({ message }) => errors.push(message))
    await page.goto(origin + path)
    const overflows: Array<readonly [width: number, pixels: number]> = []
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      // The script is a string, because Node's types do not include those of browsers.
      const pixels = "document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"
      overflows.push([width, await page.evaluate<number>(pixels)])
    }
    return { overflows: overflows.filter(([, pixels]) => pixels > 0), elsewhere, errors }
  } finally {
    await page.close()
  }
}

layer(pages)("In a browser", (it) => {
  it.effect.each(paths)("a page fits every screen and requests nothing from other hosts: %s", (path) =>
    Effect.gen(function* () {
      const here = yield* Pages
      const seen = yield* Effect.promise(() => visit(here, path))
      assert.deepStrictEqual(seen, { overflows: [], elsewhere: [], errors: [] })
    })
  )
})
