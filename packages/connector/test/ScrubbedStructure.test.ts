/** Scrubbing keeps the structure of what a connector reads. */
import { cassetteTime } from "@sheaf/connector/cassettes"
import { Pseudonyms } from "@sheaf/connector/scrubber"
import { assert, describe, it } from "@effect/vitest"
import { make } from "./TestScrubber.ts"

describe("the structure stays", () => {
  it("keeps names, types and what the source compares with", () => {
    const scrubbed = make().json({
      policyNumber: "HK-40817",
      kind: "vehicleInsurance",
      active: true,
      page: 1,
      none: null
    })
    assert.deepInclude(scrubbed, { kind: "vehicleInsurance", active: true, page: 1 })
    assert.match(JSON.stringify(scrubbed), /"policyNumber":"[A-Z]{2}-\d{5}"/)
  })

  it("replaces a value the same way everywhere", async () => {
    const scrubber = make()
    const html = (await scrubber.body(Buffer.from("<td>Policy number HK-40817</td>"), "text/html")).text
    const { policyNumber } = Object(scrubber.json({ policyNumber: "HK-40817" }))
    assert.strictEqual(html, `<td>Policy number ${policyNumber}</td>`)
    assert.strictEqual(
      scrubber.url("https://min.acme.ee/api/policies/HK-40817"),
      `https://min.acme.ee/api/policies/${policyNumber}`
    )
  })

  it("replaces an identifier the same way in texts, names, files' names and links, and keeps the file's ending", async () => {
    for (const id of ["HK-2026-00123", "HK-12", "EE-2026.03.01-7", "EE382200221020145685"]) {
      const scrubber = make()
      const { policyNumber: own = "" } = Object(scrubber.json({ policyNumber: id }))
      assert.notInclude(own, id)
      const written = JSON.stringify([
        scrubber.json({ [id]: `${id}.PDF`, more: `Download ${id}.pdf.`, link: `/documents/${id}.pdf` }),
        await scrubber.body(
          Buffer.from(`<tr id="${id}"><td>Policy number ${id}</td><a href="/policies/${id}.html">`),
          "text/html"
        ),
        scrubber.headers({ "content-disposition": `attachment; filename="${id}.pdf"` })
      ])
      assert.strictEqual(written.split(own).length - 1, 8, written)
      for (const whole of [`${own}.PDF`, ` ${own}.pdf.`, `/${own}.pdf`, `/policies/${own}.html`, `=\\"${own}.pdf`]) {
        assert.include(written, whole)
      }
    }
  })

  it("invents valid numbers, and moves each date the same way in every format", () => {
    const scrubber = make()
    const moved = scrubber.text("1985-07-09")
    assert.match(moved, /^(?!1985)\d{4}-\d\d-\d\d$/)
    assert.strictEqual(scrubber.text("1985-07-09T09:12:33.123Z"), `${moved}T09:12:33.000Z`)
    const [day = "", month = "", year = ""] = moved.split("-").toReversed()
    assert.strictEqual(scrubber.text("09.07.1985"), `${day}.${month}.${year}`)
    assert.include(scrubber.text("den 9 juli 1985"), `${Number(day)} `)
    const long = scrubber.text("19850709-9805")
    assert.strictEqual(long.slice(0, 8), moved.replaceAll("-", ""))
    assert.strictEqual(scrubber.text("850709-9805"), long.slice(2))
    assert.strictEqual(new Pseudonyms().swedishNumber(long.slice(2).replace("-", "")) === undefined, false)
    const iban = scrubber.text("EE382200221020145685")
    assert.match(iban, /^EE\d{18}$/)
    assert.notStrictEqual(new Pseudonyms().iban(iban), undefined)
  })

  it("keeps past dates past and future dates future when the cassette plays", () => {
    const scrubber = make()
    const play = new Date(cassetteTime).toISOString().slice(0, 10)
    assert.strictEqual(scrubber.text("2026-11-28"), play)
    assert.isBelow(Date.parse(scrubber.text("2026-11-27")), cassetteTime)
    assert.isAbove(Date.parse(scrubber.text("2026-11-29")), cassetteTime)
    const { created, expires } = Object(scrubber.json({ created: 1_795_876_000, expires: 1_795_877_500 }))
    assert.isBelow(created * 1000, cassetteTime)
    assert.isAbove(expires * 1000, cassetteTime)
  })

  it.each([
    ["1985. gada 12. marts", /^\d{4}\. gada \d{1,2}\. \p{L}+$/u],
    ["1985 m. kovo 12 d.", /^\d{4} m\. \p{L}+ \d{1,2} \p{L}\.$/u],
    ["12 février 1985", /^\d{1,2} [\p{L}]+ \d{4}$/u],
    ["1er août 2025", /^\d{1,2} [\p{L}]+ \d{4}$/u],
    ["12. märts 1985", /^\d{1,2}\. \p{L}+ \d{4}$/u],
    ["Jul 17, 1984", /^\p{L}+ \d{1,2}, \d{4}$/u]
  ])("moves the date in %s", (date, shape) => {
    const scrubber = make()
    assert.match(scrubber.text(date), shape)
    assert.deepStrictEqual(scrubber.report.counts["date"], 1)
  })

  it("keeps lines, masks and data in scripts", async () => {
    const state = { policies: [{ policyNumber: "AB-123456", holder: { name: "Mari Maasikas", tags: [[{}]] } }] }
    const json = JSON.stringify(state)
    const page = `<pre>------ A ------ **** 1234</pre><script>window.__STATE__ = ${json}; x = JSON.parse(${JSON.stringify(json)})</script>`
    const { text } = await make().body(Buffer.from(page), "text/html")
    const [, data = "", quoted = ""] = /= (\{.*\}); .*\((".*")\)/.exec(text) ?? []
    assert.hasAllKeys(JSON.parse(data).policies[0], ["policyNumber", "holder"])
    assert.deepStrictEqual(JSON.parse(JSON.parse(quoted)), JSON.parse(data))
    assert.match(text, /------ [A-Z] ------ \*\*\*\* \d{4}/)
  })

  it("keeps the structure of file names, version tags and expired cookies", () => {
    const headers = make().headers({
      "content-disposition": 'attachment; filename="Policy HK-40817.pdf"',
      etag: 'W/"HK-40817"',
      "set-cookie": ["a=1; Expires=Wed, 17 Jul 1985 00:00:00 GMT", "b=2; Expires=Tue, 17 Jul 2046 00:00:00 GMT"]
    })
    const [[, file = ""] = [], [, tag = ""] = [], [, over = ""] = [], [, live = ""] = []] = headers
    assert.match(file, /^attachment; filename="[A-Z][a-z]+ [A-Z]{2}-\d{5}\.pdf"$/)
    assert.match(tag, /^W\/"[0-9a-f]{24}"$/)
    assert.include(over, "Expires=Thu, 01 Jan 1970")
    assert.notInclude(live, "Expires")
  })

  it.each(["utf-16le", "utf-16be"])("reads %s, even without its name", async (charset) => {
    const bytes = Buffer.from("<td>Policy number HK-40817</td>", "utf16le")
    const { text } = await make().body(charset === "utf-16be" ? bytes.swap16() : bytes, "text/html")
    assert.match(text, /^<td>Policy number [A-Z]{2}-\d{5}<\/td>$/)
  })

  it("reports what it replaced, and what it kept because the source names it", async () => {
    const scrubber = make()
    await scrubber.body(Buffer.from("<p>Policy number HK-40817</p>"), "text/html")
    await scrubber.body(new Uint8Array(5 * 1024 * 1024), "text/html")
    assert.deepStrictEqual(scrubber.report.kept, ["Policy number"])
    assert.deepInclude(scrubber.report.counts, { word: 1, number: 1 })
    assert.match(scrubber.report.notes.join(), /5242880 bytes was left out/)
  })

  it("takes little time for a long body, whatever it contains", async () => {
    const nasty = [
      "<a ",
      "a".repeat(200_000),
      '"'.repeat(1000),
      "@".repeat(1000),
      "1-".repeat(50_000),
      "[".repeat(10_000)
    ]
    for (const body of [...nasty, nasty.join("")]) await make().body(Buffer.from(body), "text/html")
  })
})
