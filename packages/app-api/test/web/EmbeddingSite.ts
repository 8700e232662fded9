/** A client's web site on this machine, whose page opens Connect with the script that the service serves. */
import { createServer } from "node:http"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { FrameLocator, Page } from "playwright-core"
import { waitFor } from "@sheaf/sandbox-site/testing"

/** The argument of `onExit`. */
export interface Exit {
  readonly status: string
  readonly connectSessionId?: string
  readonly code?: string
}

/** The service is at 127.0.0.1, so browsers treat a page on `localhost` as another site. */
export class EmbeddingSite {
  readonly #server: Server
  readonly #scriptOf: () => string

  constructor(scriptOf: () => string) {
    this.#scriptOf = scriptOf
    this.#server = createServer(({ url }, response) => {
      if (url === "/style.css") {
        response.setHeader("content-type", "text/css").end("button { min-height: 3rem }")
        return
      }
      response.setHeader("content-type", "text/html")
      // Like any page with a strict policy, this page allows no inline styles.
      response.setHeader("content-security-policy", "style-src 'self'")
      response.end(`<!doctype html><html lang="en"><title>Shop</title>
        <link rel="stylesheet" href="/style.css"><main><h1>Shop</h1>
        <button id="link">Link companies</button></main><script src="${this.#scriptOf()}"></script></html>`)
    })
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve))
  }

  close(): void {
    this.#server.close()
  }

  get origin(): string {
    // The address of a listening TCP server has this type.
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  /**
   * Shows the site in a tab. The page's button opens the link, and the site records what happens in `exits` and
   * `events`.
   */
  async visit(page: Page, url: string, mode: "sheet" | "popup" | "redirect"): Promise<void> {
    await page.goto(this.origin)
    const options = `{ url: ${JSON.stringify(url)}, mode: "${mode}", title: "Link companies",
      onEvent: (event) => events.push(event), onExit: (exit) => exits.push(exit) }`
    await page.evaluate(`exits = []; events = []
      document.querySelector("#link").onclick = () => { handle = SheafConnect.open(${options}) }`)
  }

  static async exitOf(page: Page): Promise<Exit> {
    const [exit] = await waitFor(
      () => page.evaluate<ReadonlyArray<Exit>>("exits"),
      (exits) => exits.length > 0
    )
    return exit ?? { status: "none" }
  }

  static sheetIn(page: Page): FrameLocator {
    return page.getByRole("dialog", { name: "Link companies" }).frameLocator("iframe")
  }
}
