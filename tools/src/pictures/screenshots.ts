/**
 * `npm run web:screenshots`: takes the pictures of the documentation from a running sandbox and from the gallery of screens, and writes them
 * to `docs/images`.
 */
import { chromiumPath } from "@sheaf/adapters-http/testing"
import { start } from "@sheaf/app-api/testing"
import { chromium } from "playwright-core"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as ConnectPicture from "./ConnectPicture.ts"

const images = fileURLToPath(new URL("../../../docs/images", import.meta.url))
mkdirSync(images, { recursive: true })
const dataDir = mkdtempSync(join(tmpdir(), "sheaf-screenshots-"))
const service = await start({ dataDir, env: { PORT: "8080", MTLS_PORT: "off", LOGIN_HOST_PORT: "0" } })
const browser = await chromium.launch({ executablePath: chromiumPath(), chromiumSandbox: false })
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 960 }, colorScheme: "light" })
  await page.goto(`${service.base}/#/electronic-id-press-sign`)
  await page.getByRole("button", { name: "Run" }).click()
  await page.getByRole("img", { name: /QR code/ }).waitFor()
  await page.getByRole("tab", { name: "TypeScript" }).click()
  await page.screenshot({ path: join(images, "console.png") })
  await ConnectPicture.take(browser, join(images, "connect.png"))
} finally {
  await browser.close()
  await service.kill()
  rmSync(dataDir, { recursive: true })
}
