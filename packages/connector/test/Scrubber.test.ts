/** No planted secret survives the scrubber. */
import { AllowList, Scrubber } from "@sheaf/connector/scrubber"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { inflateRawSync } from "node:zlib"
import { make } from "./TestScrubber.ts"

const secrets: ReadonlyArray<string> = [
  "Anna",
  "Svensson",
  "Õnne-Liis",
  "Kask",
  "Åsa Öberg",
  "Łukasz",
  "O'Connor",
  "王小明",
  "Иван Петров",
  "198507099805",
  "19850709-9805",
  "850709-9805",
  "38001085718",
  "49403136526",
  "010190-12345",
  "131052-308T",
  "SE4550000000058398257466",
  "EE382200221020145685",
  "DE89 3704 0044 0532 0130 00",
  "LT121000011101001000",
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxOTg1MDcwOTk4MDUifQ.c2lnbmF0dXJl",
  "sk_live_51HxKfT2eZvKYlo2C",
  "deadbeefcafe",
  "d41d8cd98f00b204e9800998ecf8427e",
  "550e8400-e29b-41d4-a716-446655440000",
  "Zm9sbG93ZXI6aHVudGVyMg==",
  "anna.svensson@gmail.com",
  "+46 70 123 45 67",
  "Storgatan 12B",
  "114 55 Stockholm",
  "482 KPT",
  "HK-40817",

  "p@ssw0rd!X",
  "$$$%%%^^^&&&***",
  "hunter2",
  "mari.maasikas",
  "kuldnokk",
  "184 320,55",
  "2026-03-14",
  "14.03.1985",
  "14 mars 1985",
  "4111 1111 1111 1111",
  "192.168.17.4",
  "A\u0301gnes",
  "correct horse battery staple"
]

const base64 = (text: string) => Buffer.from(text).toString("base64")

const pdf = (text: string) => `%PDF-1.4\nPolicy number|${text}\n%%EOF`

const bodies: Readonly<Record<string, readonly [contentType: string, body: (secret: string) => string]>> = {
  "a JSON value": [
    "application/json",
    (secret) => JSON.stringify({ policyNumber: secret, list: [{ secret }, secret] })
  ],
  "a JSON name": ["application/json", (secret) => JSON.stringify({ [secret]: 1, nested: { [`id-${secret}`]: {} } })],
  "JSON in a string": [
    "application/json",
    (secret) => JSON.stringify({ data: JSON.stringify({ a: JSON.stringify([secret]) }) })
  ],
  "base64 in JSON": [
    "application/json",
    (secret) => JSON.stringify({ data: base64(`name=${secret}`), more: base64(JSON.stringify({ secret })) })
  ],
  "a PDF in JSON": ["application/json", (secret) => JSON.stringify({ file: base64(pdf(secret)) })],
  "JSON with a guard": ["application/json", (secret) => `)]}',\n{"policyNumber":${JSON.stringify(secret)}}`],
  "lines of JSON": ["application/x-ndjson", (secret) => `{"id":${JSON.stringify(secret)}}\n{"id":2}`],
  "HTML text": ["text/html", (secret) => `<p>Policy number ${secret}</p><td>${secret}<td>`],
  "HTML attributes": [
    "text/html",
    (secret) =>
      `<a href="/policies/${encodeURIComponent(secret)}?x=${encodeURIComponent(secret)}#${encodeURIComponent(secret)}" ` +
      `class="${secret}" data-state='{"a":"${secret}"}' title="${secret}" onclick="go('${secret}')">x</a><input value="${secret}">`
  ],
  "a comment in HTML": [
    "text/html",
    (secret) => `<!-- ${secret} --><style>.x{content:"${secret}"}</style><![CDATA[${secret}]]>`
  ],
  "a script in HTML": ["text/html", (secret) => `<script>var user = "${secret}"; // ${secret}</script>`],
  "JSON in a script": [
    "text/html",
    (secret) => `<script type="application/json">${JSON.stringify({ secret })}</script>`
  ],
  "entities in HTML": [
    "text/html",
    (secret) => `<p>${Array.from(secret, (each) => `&#${each.codePointAt(0)};`).join("")}</p>`
  ],
  "damaged HTML": ["text/html", (secret) => `<p ${secret} <b "${secret}" ='${secret}`],
  XML: ["application/xml", (secret) => `<policy number="${secret}"><holder>${secret}</holder></policy>`],
  "a form": [
    "application/x-www-form-urlencoded",
    (secret) => String(new URLSearchParams({ name: secret, [secret]: "1" }))
  ],
  CSV: ["text/csv", (secret) => `Policy number;Name\n1;${secret}`],
  "plain text": ["text/plain", (secret) => `Valid from 2026-01-01 ${secret}${secret}`],
  "a PDF": ["application/pdf", pdf],
  "text in an older encoding": ["text/plain; charset=iso-8859-1", (secret) => secret]
}

const readingsOf = (output: string): string => {
  const decoded = Array.from(output.matchAll(/[A-Za-z0-9+/_-]{8,}={0,2}/g), ([run]) =>
    Buffer.from(run, "base64").toString("utf8")
  )
  const twice = decoded.flatMap((text) =>
    Array.from(text.matchAll(/[A-Za-z0-9+/_-]{8,}={0,2}/g), ([run]) => Buffer.from(run, "base64").toString("utf8"))
  )
  let unescaped = output
  try {
    unescaped = decodeURIComponent(output)
  } catch {
    // The text is not a URL.
  }
  return [output, unescaped, ...decoded, ...twice].join("\n").toLowerCase().normalize("NFC")
}

const assertGone = (output: string, secret: string, where: string): void => {
  const readings = readingsOf(output)
  const plain = secret.toLowerCase().normalize("NFC")
  const compact = plain.replaceAll(/[^\p{L}\p{N}]/gu, "")
  for (const form of [plain, compact, encodeURIComponent(plain), base64(secret).replaceAll("=", "")]) {
    if (form.length > 2) assert.notInclude(readings, form.toLowerCase(), where)
  }
  // Parts of a secret are secrets too, such as the words of a name or the digits of an account. JWTs and dates are
  // exempt, because the names in a JWT and the names of months are not secret.
  if (plain.startsWith("eyj") || plain.includes("mars")) return
  for (const part of plain.match(/\p{L}{4,}|\d{4,}/gu) ?? []) assert.notInclude(readings, part, where)
}

describe("no planted secret survives", () => {
  it.each(Object.entries(bodies))("in %s", async (where, [contentType, body]) => {
    for (const secret of secrets) {
      const bytes = Buffer.from(body(secret), contentType.includes("8859") ? "latin1" : "utf8")
      const scrubbed = await make().body(bytes, contentType)
      const text =
        scrubbed.encoding === "base64" ? Buffer.from(scrubbed.text, "base64").toString("latin1") : scrubbed.text
      assertGone(text, secret, `${where}: ${secret}`)
    }
  })

  it("in headers and URLs", () => {
    for (const secret of secrets) {
      const value = encodeURIComponent(secret)
      const letters = secret.replaceAll(/[^a-z]/gi, "")
      const headers = make().headers({
        location: `https://${secret.replaceAll(/[^a-z]/gi, "")}x.example/u/${value};id=${value}?token=${value}&${value}=1#${value}`,
        "set-cookie": [
          `session=${value}; Domain=${value}.example; Path=/${value}`,
          `${value.replaceAll("=", "")}=1`,
          `a=1; SameSite=${letters}`
        ],
        "x-token": secret,
        [`x-${secret.replaceAll(/[^a-z]/gi, "")}`]: "1",
        "content-type": [`text/html; name=${value}`, `application/${letters}+json`, `image/${letters}`],
        "content-disposition": `attachment; filename="${secret}.pdf"`,
        "www-authenticate": `Bearer realm="${secret}"`,
        etag: `"${secret}"`,
        link: `</${value}>; rel=next`,
        authorization: `Basic ${base64(secret)}`
      })
      assertGone(JSON.stringify(headers), secret, `headers: ${secret}`)
    }
  })

  it("in a compressed body", async () => {
    const bytes = Buffer.from("q1YqSC0uUbJSckzKVNJRKi1OLVKyqgYA", "base64")
    assert.throws(() => inflateRawSync(bytes.subarray(0, 4)))
    assert.strictEqual((await make().body(Uint8Array.of(31, 139, 8, 0, 255, 254), "text/html")).text, "")
  })

  it.prop(
    "in any JSON that holds it, at any depth",
    [Schema.Json, Schema.String.check(Schema.isPattern(/^[a-z]{6,12}\d{5,8}$/))],
    async ([json, secret]) => {
      const value = { data: json, nested: [{ [secret]: [secret, JSON.stringify({ secret })] }] }
      const { text } = await make().body(Buffer.from(JSON.stringify(value)), "application/json")
      assertGone(text, secret, "JSON")
    }
  )
})

describe("what everybody knows tells nothing", () => {
  it("about a birth date, in all its formats", () => {
    const known = ["2026-01-01", "2026-03-14", "2025-12-31", "2000-01-01", "1999-06-30"]
    const births = ["1985-07-09", "1984-07-17", "1947-10-14", "2012-02-29"]
    const shift = (scrubber: Scrubber, date: string) => Date.parse(scrubber.text(date)) - Date.parse(date)
    // With one key, both dates of a pair may move by the same distance by coincidence. At least one of the three keys
    // must move them by different distances.
    for (const date of known) {
      for (const birth of births) {
        const same = [1, 2, 3].filter((key) => shift(make(key), date) === shift(make(key), birth))
        assert.isBelow(same.length, 3, `${date} ${birth}`)
      }
    }
    const shifts = new Set([...known, ...births].map((date) => shift(make(), date)))
    assert.isAbove(shifts.size, known.length)
  })

  it("about the value of a list, of digits, or of bytes", async () => {
    const years = Array.from({ length: 60 }, (_, index) => String(1940 + index))
    const options = years.map((year) => `<option value="${year}"${year === "1984" ? " selected" : ""}>${year}</option>`)
    const page = `<select>${options.join("")}</select><p>1984</p><p>7</p><p>7</p><p>7</p><p>7</p>`
    const scrubber = make()
    const { text } = await scrubber.body(Buffer.from(page), "text/html")
    const listed = Array.from(text.matchAll(/<option[^>]*>(\d+)/g), ([, found]) => found)
    const [, own] = /<p>(\d{4})</.exec(text) ?? []
    assert.notStrictEqual(listed[years.indexOf("1984")], own)
    assert.notInclude(text, "selected")
    assert.isAbove(new Set(Array.from(text.matchAll(/<p>(\d)</g), ([, found]) => found)).size, 1)
    const { data } = Object(scrubber.json({ data: [...Buffer.from("aaaa bbbb aaaa")] }))
    assert.match(Buffer.from(data).toString(), /^[a-z]{4} [a-z]{4} [a-z]{4}$/)
    const same = new Set(Buffer.from(data).subarray(0, 4))
    assert.isAbove(same.size, 1)
  })

  it.each([
    ["JavaScript", (letters: ReadonlyArray<string>) => `var a = "${letters.map((each) => `\\x${each}`).join("")}"`],
    [
      "C",
      (letters: ReadonlyArray<string>) =>
        letters.map((each) => `\\${parseInt(each, 16).toString(8).padStart(3, "0")}`).join("")
    ],
    ["mail", (letters: ReadonlyArray<string>) => letters.map((each) => `=${each.toUpperCase()}`).join("")],
    [
      "markup in JSON",
      (letters: ReadonlyArray<string>) => JSON.stringify({ a: letters.map((each) => `&#x${each};`).join("") })
    ],
    ["a dump", (letters: ReadonlyArray<string>) => letters.join(" ")]
  ])("about letters as escapes of %s", async (_, write) => {
    const letters = Array.from(Buffer.from("zzzzzzzz kkkkkkkk zzzzzzzz"), (byte) => byte.toString(16).padStart(2, "0"))
    const { text } = await make().body(Buffer.from(write(letters)), "text/plain")
    assert.notMatch(text, /((?:\\x|\\|=|&#x)?[0-9a-zA-Z]{2,3};?)\1{7}/)
    assert.notInclude(text, "7a")
  })
})

describe("the source keeps only whole texts", () => {
  it.each([
    ["a comment", "// Karin"],
    ["an identifier", "const karin = obj.Karin"],
    ["an import", "import Karin\nimport karin"],
    ["a word of a text", 'const label = "Kund Karin Wallin"'],
    ["an expression in a text", "const url = `/kund/${karin}/x`"],
    ["a personal number", 'const user = "48407172384"'],
    ["a date", 'const born = "1984-07-17"'],
    ["a telephone number", 'const phone = "5123 4567"']
  ])("and not %s", async (_, code) => {
    const scrubber = new Scrubber(new AllowList([code]))
    for (const value of ["Karin", "karin", "48407172384", "1984-07-17", "5123 4567"]) {
      const written = JSON.stringify([scrubber.json({ [value]: value }), scrubber.url(`/${value}?${value}=1`)])
      assert.notInclude(written, `"${value}"`)
      assert.notInclude(written, `/${value}`)
    }
  })

  it("and reports each", () => {
    const scrubber = new Scrubber(new AllowList(['row["Kindlustatud ese"]; get(`${home}/minu/poliisid`); a.liik']))
    scrubber.json({ "Kindlustatud ese": 1, liik: 2 })
    assert.match(scrubber.url("/minu/poliisid"), /^\/minu\/poliisid$/)
    assert.deepStrictEqual(scrubber.report.kept, ["Kindlustatud ese", "minu", "poliisid"])
    assert.match(scrubber.report.notes.join(), /identifiers .*liik/)
  })
})
