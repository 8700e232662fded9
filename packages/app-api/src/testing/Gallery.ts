/** The gallery of page screens, in a browser. It needs no service. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core"

const origin = "http://gallery.example"

const html = ({
  script,
  style
}: {
  readonly script: string
  readonly style: string
}): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Gallery</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/${style}"></head>
<body><div id="app"></div><script type="module" src="/${script}"></script></body></html>`

const typeOf = (name: string): string => {
  if (name.endsWith(".css")) return "text/css"
  if (name.endsWith(".woff2")) return "font/woff2"
  return name.endsWith(".json") ? "application/json" : "text/javascript"
}

/** Opens the gallery, after building it for a second. */
export const openGallery = async (browser: Browser, options: BrowserContextOptions): Promise<Page> => {
  const { pageFiles: built } = await import("@sheaf/web/GalleryPage")
  const page = await (await browser.newContext(options)).newPage()
  await page.route(`${origin}/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1)
    const file = built.files[name]
    return file === undefined
      ? route.fulfill({ contentType: "text/html", body: html(built) })
      : route.fulfill({ contentType: typeOf(name), body: name.endsWith(".woff2") ? Buffer.from(file, "base64") : file })
  })
  return page
}

/** Shows a screen in a language. */
export const showScreen = async (page: Page, screen: string, language = "en"): Promise<void> => {
  await page.goto(`${origin}/?screen=${screen}&language=${language}`)
  await page.locator("h1").waitFor()
}

/** Returns the names of all screens. */
export const screenNames = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.goto(`${origin}/`)
  await page.locator("main a").first().waitFor()
  return page.locator("main a").allTextContents()
}
