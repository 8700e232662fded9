/** The picture of the Connect page: screens of the gallery, side by side. */
import { Gallery } from "@sheaf/app-api/testing"
import type { Browser } from "playwright-core"

const screens = ["welcome", "electronic-id", "result", "permissions"]

const size = { width: 400, height: 860 }

/** Takes the picture, and writes it to `path` as PNG. */
export const take = async (browser: Browser, path: string): Promise<void> => {
  const gallery = await Gallery.open(browser, { viewport: size, colorScheme: "light" })
  const shots: Array<string> = []
  for (const screen of screens) {
    await Gallery.show(gallery, screen)
    shots.push((await gallery.screenshot()).toString("base64"))
  }
  await gallery.context().close()
  const sheet = await browser.newPage({ viewport: { width: size.width * screens.length, height: size.height } })
  const images = shots.map((shot) => `<img src="data:image/png;base64,${shot}" alt="">`)
  await sheet.setContent(`<body style="margin:0;display:flex">${images.join("")}</body>`)
  await sheet.screenshot({ path })
  await sheet.close()
}
