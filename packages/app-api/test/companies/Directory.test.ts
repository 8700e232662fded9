/** Tests the company directory: its entries, and the checks that a logo is nothing but a picture (spec 4.1). */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import type { CompanyAvailability } from "@sheaf/domain/Company"
import type { ConnectCompany } from "@sheaf/domain/ConnectPageApi"
import { Effect, FileSystem } from "effect"
import { ConnectPage, createSession } from "../connect/ConnectPage.ts"
import { insurer, loadConfig, reasonsOf, writeConfigFile } from "../service/SettingsFixtures.ts"
import * as TestService from "../TestService.ts"

const picture = (inside: string, before = "") =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inside}</svg>`

const drawn = picture(
  '<!-- a house --><title>A &amp; B</title><defs><linearGradient id="g"><stop offset="1" stop-color="#123"/></linearGradient>' +
    '<style>.a{fill:url(#g)}</style></defs><g transform="scale(2)"><path class="a" d="M0 0h4v4H0z"/></g>',
  '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n'
)

const pngOf = (pixels: number, ...types: ReadonlyArray<string>): Uint8Array =>
  Buffer.concat([
    Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"),
    ...["IHDR", ...types].map((type) => {
      const chunk = Buffer.alloc(type === "IHDR" ? 25 : 12)
      chunk.writeUInt32BE(chunk.length - 12, 0)
      chunk.write(type, 4, "latin1")
      if (type === "IHDR") for (const at of [8, 12]) chunk.writeUInt32BE(pixels, at)
      return chunk
    })
  ])

const connectorWith = (logoFile: string) => ({
  connectors: [{ url: "https://c.example", companies: [{ ...insurer, directory: { logoFile, color: "#17407a" } }] }]
})

const writeBytes = (content: Uint8Array | string) =>
  FileSystem.FileSystem.use((files) =>
    Effect.tap(files.makeTempFileScoped(), (path) =>
      files.writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content)
    )
  ).pipe(Effect.provide(NodeServices.layer))

describe("a logo", () => {
  it.effect.each([
    ["drawing", drawn, "image/svg+xml"],
    ["PNG file", pngOf(64, "IDAT", "IEND"), "image/png"]
  ] as const)("can be a %s", ([, content, contentType]) =>
    Effect.gen(function* () {
      const settings = yield* loadConfig(connectorWith(yield* writeBytes(content)))
      const [company] = settings.connectors[0]?.companies ?? []
      assert.strictEqual(company?.logo?.contentType, contentType)
      assert.deepStrictEqual(company?.directory, { color: "#17407a" })
    })
  )

  it.effect.each([
    [picture("<script>alert(1)</script>"), "the element script is not allowed: a logo must not have scripts"],
    [picture('<path onload="alert(1)" d="M0 0"/>'), "the attribute onload runs a script"],
    [picture('<image href="https://evil.example/p.png"/>'), "the element image is not allowed"],
    [picture("<foreignObject><b/></foreignObject>"), "the element foreignObject is not allowed"],
    [picture('<use href="#a"/>'), "the element use is not allowed"],
    [picture("<animate/>"), "a logo must not move"],
    [picture('<a href="https://evil.example"><g/></a>'), "the element a is not allowed"],
    [picture('<path fill="url(https://evil.example/#g)"/>'), "the attribute fill refers to something outside the file"],
    [picture('<path style="fill:u\\72l(x)"/>'), "the attribute style refers to something outside the file"],
    [picture('<g xml:base="https://evil.example"/>'), "the attribute xml:base refers to something outside the file"],
    [picture("<style>@import 'https://evil.example/a.css';</style>"), "its styles load other files"],
    [picture("", '<!DOCTYPE svg [<!ENTITY a "b">]>'), "it has a document type"],
    [picture("&#x3C;script>"), "it has entities"],
    [picture('<path d="&a;"/>'), "it has entities"],
    [picture("", '<?xml-stylesheet href="https://evil.example/a.css"?>'), "it is not well-formed at character 1"],
    [picture("<![CDATA[<script>]]>"), "it is not well-formed"],
    [picture("<g>"), "the tag </svg> closes nothing"],
    [picture("") + picture(""), "its only outermost element must be svg"],
    ['<svg xmlns="http://www.w3.org/2000/svg">', "it ends before the svg element does"],
    ["<html><svg></svg></html>", "this is an HTML page"],
    ["GIF89a", "this is a GIF file"],
    ["a picture", "expected an SVG or PNG file"],
    [`${drawn}<!--${"a".repeat(65_536)}-->`, "is larger than 64 KiB"],
    [pngOf(1025, "IDAT", "IEND"), "the picture has 1025 × 1025 pixels; at most 1024 × 1024 are allowed"],
    [pngOf(64, "acTL", "IEND"), "the PNG file moves"],
    [pngOf(64, "IDAT"), "the PNG file is damaged"],
    [Buffer.concat([pngOf(64, "IEND"), Buffer.from("<script>")]), "the PNG file is damaged"]
  ] as const)("cannot be %j: %s", ([content, says]) =>
    Effect.gen(function* () {
      const logoFile = yield* writeBytes(content)
      const [reason] = yield* reasonsOf(connectorWith(logoFile))
      assert.include(reason, `SHEAF_CONFIG: connectors.0.companies.0.directory.logoFile: ${logoFile}`)
      assert.include(reason, says)
      const bank = { connect: { logoFile } }
      assert.include((yield* reasonsOf(bank))[0], says)
    })
  )

  it.effect("that does not exist stops the start", () =>
    Effect.gen(function* () {
      const reasons = yield* reasonsOf(connectorWith("/nowhere.svg"))
      assert.deepStrictEqual(reasons, [
        "SHEAF_CONFIG: connectors.0.companies.0.directory.logoFile: cannot read /nowhere.svg: there is no such file or folder"
      ])
    })
  )
})

describe("an entry of the directory", () => {
  it.effect.each([
    [{ color: "blue" }, "expected a color such as #1f4fbf"],
    [{ homePage: "http://saare.example" }, "expected an https URL"],
    [{ bic: "SAARE" }, "expected a BIC of 8 or 11 characters"],
    [{ languages: ["Estonian"] }, "expected a language code such as sv"],
    [{ nationalNames: { sv: "" } }, "expected 1 to 100 characters"],
    [{ customerTypes: ["EVERYONE"] }, "customerTypes"]
  ] as const)("with %j is rejected: %s", ([directory, says]) =>
    Effect.gen(function* () {
      const company = { ...insurer, directory }
      const reasons = yield* reasonsOf({ connectors: [{ url: "https://c.example", companies: [company] }] })
      assert.include(reasons.join(), says)
    })
  )

  it.effect("can be a bank's, too", () =>
    Effect.gen(function* () {
      const logoFile = yield* writeConfigFile(drawn)
      const bank = {
        company: "se-provbanken",
        companyDisplayName: "Provbanken",
        market: "se",
        profile: "nextgenpsd2-1.3"
      }
      const here = { url: "http://127.0.0.1:9", allowPrivateAddresses: true }
      const { banks } = yield* loadConfig({ banks: [{ ...bank, ...here, directory: { bic: "PROVSES0", logoFile } }] })
      assert.deepStrictEqual(banks[0]?.directory, { bic: "PROVSES0" })
      assert.strictEqual(banks[0]?.logo?.contentType, "image/svg+xml")
    })
  )
})

const service = TestService.forAll()

describe("the sandbox's companies", () => {
  const { client } = service

  it("have entries with logos that only show a picture", async () => {
    const companies = await client.read<ReadonlyArray<CompanyAvailability>>("/companies/availability")
    const urls = companies.map(({ directory }) => directory?.logoUrl ?? assert.fail("no logo"))
    assert.strictEqual(new Set(urls).size, companies.length)
    for (const url of urls) {
      const response = await fetch(url)
      assert.deepStrictEqual(
        ["content-type", "content-security-policy", "x-content-type-options"].map((name) => response.headers.get(name)),
        ["image/svg+xml", "sandbox; default-src 'none'", "nosniff"]
      )
      await Effect.runPromise(
        Effect.scoped(
          Effect.flatMap(writeBytes(new Uint8Array(await response.arrayBuffer())), (file) =>
            loadConfig(connectorWith(file))
          )
        )
      )
    }
    assert.strictEqual((await fetch(`${client.base}/logos/0000000000000000.svg`)).status, 404)
  })

  it("have the same entries on the Connect page", async () => {
    const page = new ConnectPage(client)
    await page.open(await createSession(client, { purpose: "COLLECT", market: "ee" }))
    const shown = await page.call<ReadonlyArray<ConnectCompany>>("GET", "/connect/companies")
    const listed = await client.read<ReadonlyArray<CompanyAvailability>>("/companies/availability?market=ee")
    assert.deepStrictEqual(
      shown.map(({ directory }) => directory),
      listed.map(({ directory }) => directory)
    )
    assert.deepInclude(shown.find(({ company }) => company === "ee-rannapank")?.directory, {
      bic: "RANNEE20",
      groups: ["Ranna"],
      customerTypes: ["PRIVATE", "BUSINESS"],
      homePage: "https://rannapank.example",
      languages: ["et", "en"],
      nationalNames: { sv: "Strandbanken i Estland" }
    })
  })
})
