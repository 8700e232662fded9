/** Opens the gallery of page screens in a browser, without a service. */
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

const logos: Readonly<Record<string, string>> = {
  "logos/house.svg": '<rect width="64" height="64" fill="#17407a"/><path d="M12 34 32 16l20 18v16H12z" fill="#fff"/>',
  "logos/mountains.svg":
    '<rect width="64" height="64" fill="#3b3f8f"/><path d="M4 52 24 18l12 20 6-9 18 23z" fill="#fff"/>'
}

const typeOf = (name: string): string => {
  if (name.endsWith(".css")) return "text/css"
  if (name.endsWith(".woff2")) return "font/woff2"
  return name.endsWith(".json") ? "application/json" : "text/javascript"
}

/** Makes each word 40 % longer, to imitate a language with longer words. Placeholders are kept. */
const lengthen = (catalog: string): string => {
  const lengthenText = (text: string) =>
    text.replaceAll(/\{\w+\}|\p{L}+/gu, (word) =>
      word.startsWith("{") ? word : word + word.slice(0, Math.ceil(word.length * 0.4)).toLowerCase()
    )
  return JSON.stringify(
    JSON.parse(catalog, (_, value: unknown) => (typeof value === "string" ? lengthenText(value) : value))
  )
}

const bodyOf = (name: string, file: string, longTexts: boolean): Buffer | string => {
  if (name.endsWith(".woff2")) return Buffer.from(file, "base64")
  return longTexts && name.endsWith(".json") ? lengthen(file) : file
}

/**
 * Builds the gallery, which takes a second, and opens it. With `longTexts`, all texts are 40 % longer, except the
 * English ones, which are part of the script.
 */
export const openGallery = async (
  browser: Browser,
  options: BrowserContextOptions,
  longTexts = false
): Promise<Page> => {
  const { pageFiles: built } = await import("@sheaf/web/GalleryPage")
  const page = await (await browser.newContext({ reducedMotion: "reduce", ...options })).newPage()
  await page.route(`${origin}/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1)
    const logo = logos[name]
    if (logo !== undefined) {
      const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${logo}</svg>`
      return route.fulfill({ contentType: "image/svg+xml", body })
    }
    const file = built.files[name]
    return file === undefined
      ? route.fulfill({ contentType: "text/html", body: html(built) })
      : route.fulfill({ contentType: typeOf(name), body: bodyOf(name, file, longTexts) })
  })
  return page
}

/** Shows a screen with everything expanded. `direction` sets the text direction, whatever the language. */
export const showScreen = async (
  page: Page,
  screen: string,
  language = "en",
  direction: "ltr" | "rtl" = "ltr"
): Promise<void> => {
  const shown = `screen=${screen}&language=${language}&direction=${direction}`
  await page.goto(`${origin}/#${shown}`)
  await page.locator(`[data-shown="${shown}"] h1`).waitFor()
  await page.evaluate("document.querySelectorAll('main [aria-expanded=false]').forEach((each) => each.click())")
}

export const screenNames = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.goto(`${origin}/`)
  await page.locator("main a").first().waitFor()
  return page.locator("main li a").allTextContents()
}
