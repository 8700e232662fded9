/** Checks that every screen is accessible, in both color schemes, on narrow and wide screens, and in every language. */
import { assert, describe, it } from "vitest"
import { Gallery } from "../../src/testing/index.ts"
import * as Browsing from "./BrowserVisit.ts"
import { desktop, isAccessible, overflow, phone } from "./BrowserVisit.ts"

const browsing = Browsing.forAll()

const outside = `[...document.querySelectorAll("main *, header *, footer *")]
  .filter((each) => each.checkVisibility() && !each.closest(".visually-hidden"))
  .filter((each) => {
    const { left, right } = each.getBoundingClientRect()
    return left < -1 || right > innerWidth + 1 || (each.matches("p, button, a, span, h1, h2, h3") && each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0 && getComputedStyle(each).textOverflow !== "ellipsis")
  })
  .map((each) => each.outerHTML.slice(0, 120))`

describe("the gallery", () => {
  it.each([
    ["a narrow phone in the dark theme", phone],
    ["a desktop in the light theme", desktop]
  ])(
    "shows only accessible screens on %s",
    async (_, options) => {
      const page = await Gallery.openGallery(browsing.browser, options)
      const screens = await Gallery.screenNames(page)
      assert.isAbove(screens.length, 50)
      for (const screen of screens) {
        await Gallery.showScreen(page, screen)
        await isAccessible(page).catch((error: unknown) => assert.fail(`${screen}: ${String(error)}`))
      }
      await page.context().close()
    },
    300_000
  )

  it.each(["sv", "et", "lt", "lv", "fr"])(
    "fits a width of 320 pixels in the language %s",
    async (language) => {
      const page = await Gallery.openGallery(browsing.browser, phone)
      for (const screen of await Gallery.screenNames(page)) {
        await Gallery.showScreen(page, screen, language)
        assert.strictEqual(await page.evaluate<number>(overflow), 0, screen)
        assert.strictEqual(await page.locator("html").getAttribute("lang"), language)
        assert.notMatch(await page.locator("main").innerText(), /\{\w+\}/, screen)
      }
      await page.context().close()
    },
    300_000
  )

  it.each([
    ["texts that are 40 % longer", true, "ltr"],
    ["texts from right to left", false, "rtl"]
  ] as const)(
    "fits a width of 390 pixels with %s",
    async (_, longTexts, direction) => {
      const width390 = { ...phone, viewport: { width: 390, height: 844 } }
      const page = await Gallery.openGallery(browsing.browser, width390, longTexts)
      for (const screen of await Gallery.screenNames(page)) {
        await Gallery.showScreen(page, screen, "sv", direction)
        assert.strictEqual(await page.evaluate<number>(overflow), 0, screen)
        assert.deepStrictEqual(await page.evaluate<ReadonlyArray<string>>(outside), [], screen)
      }
      await page.context().close()
    },
    300_000
  )

  it("tells the times of all permissions by the person's own clock, and names its zone once", async () => {
    const options = { ...desktop, locale: "en-GB", timezoneId: "Europe/Helsinki" }
    const page = await Gallery.openGallery(browsing.browser, options)
    await Gallery.showScreen(page, "permissions")
    const text = await page.locator("main").innerText()
    // The monitor runs at 07:00 in Stockholm, which is 08:00 in Helsinki.
    assert.include(text, "Every day, after 08:00")
    assert.include(text, "30 Nov 2026, 09:04")
    assert.notInclude(text, "07:00")
    assert.deepStrictEqual(text.match(/\w+ European Time/g), ["Eastern European Time"])
    // The page shows the last day that the person chose, although in Helsinki the monitor ends on the following day.
    assert.include(text, "until 21 February 2027")
    await page.context().close()
  })

  it("has its buttons after the sensitive choices, and otherwise in view, on a phone", async () => {
    const page = await Gallery.openGallery(browsing.browser, { ...phone, viewport: { width: 390, height: 560 } })
    const bottomOf = async (name: string) => {
      const box = await page.getByRole("button", { name }).boundingBox()
      return box === null ? assert.fail(`no button ${name}`) : box.y + box.height
    }
    await Gallery.showScreen(page, "welcome")
    assert.isAbove(await bottomOf("Continue"), 560)
    await page.getByRole("checkbox").last().scrollIntoViewIfNeeded()
    await page.getByRole("checkbox").last().click({ trial: true })
    await Gallery.showScreen(page, "welcome-monitor")
    assert.isAtMost(await bottomOf("No, thank you"), 560)
    await page.context().close()
  })

  it("counts the companies that can be read now and those that have been read", async () => {
    const page = await Gallery.openGallery(browsing.browser, desktop)
    await Gallery.showScreen(page, "permissions")
    // Fjällbanken and Granskog can be read now, Nordhem Försäkring waits but was read, and Klarvik Bank has been read.
    await page.getByText("Information from 4 companies.").waitFor()
    await page.context().close()
  })

  it("says that a company is being read, and offers to erase only beside what was read earlier", async () => {
    const page = await Gallery.openGallery(browsing.browser, desktop)
    await Gallery.showScreen(page, "permissions")
    const card = page.locator(".permission", { has: page.getByRole("heading", { name: "Granskog", exact: true }) })
    assert.deepStrictEqual(await card.getByRole("heading", { level: 4 }).allInnerTexts(), [
      "Being read now",
      "Kept information",
      "Receipts"
    ])
    const part = card.locator(".permission__part", { has: page.getByRole("heading", { name: "Kept information" }) })
    assert.deepStrictEqual(
      [
        await card.getByRole("button", { name: /^Erase/ }).count(),
        await part.getByRole("button", { name: /^Erase/ }).count()
      ],
      [1, 1]
    )
    await page.context().close()
  })

  it("prints the permissions in black on white, with one date and without what can be pressed", async () => {
    const page = await Gallery.openGallery(browsing.browser, { ...desktop, colorScheme: "dark" })
    await Gallery.showScreen(page, "permissions")
    const isVisible = (name: string) => page.getByText(name).first().isVisible()
    assert.deepStrictEqual([await isVisible("As of"), await isVisible("End the consent")], [false, true])
    await page.emulateMedia({ media: "print" })
    assert.deepStrictEqual([await isVisible("As of"), await isVisible("End the consent")], [true, false])
    assert.strictEqual(await page.getByText("As of").count(), 1)
    assert.strictEqual(await page.locator("button:visible, select:visible").count(), 0)
    assert.strictEqual(
      await page.evaluate<string>("getComputedStyle(document.querySelector('h1')).color"),
      "rgb(21, 25, 34)"
    )
    assert.strictEqual(
      await page.evaluate<string>("getComputedStyle(document.body).backgroundColor"),
      "rgb(255, 255, 255)"
    )
    await page.context().close()
  })
})
