/** The gallery: every screen with example data, at `?screen=<name>&language=<tag>`. No service is needed. */
import { render } from "preact"
import { Marks } from "../components/CompanyMark.tsx"
import { Frame } from "../components/Frame.tsx"
import { isLanguage, setLanguage } from "../texts/Texts.ts"
import { marksOf } from "../connect/models/CompanyNames.ts"
import { companies } from "./ExampleData.ts"
import { screenExamples } from "./Examples.tsx"
import "../styles/tokens.css"
import "../styles/base.css"

const query = new URLSearchParams(location.search)
const chosen = query.get("screen") ?? ""
const tag = query.get("language") ?? "en"

const brand = {
  name: "Sheaf",
  testEnvironment: true,
  supportUrl: "https://example.org/help",
  privacyUrl: "https://example.org/privacy"
}

const List = () => (
  <ul>
    {Object.keys(screenExamples).map((name) => (
      <li key={name}>
        <a href={`?screen=${name}`}>{name}</a>
      </li>
    ))}
  </ul>
)

const root = document.getElementById("app")
if (root !== null) {
  if (isLanguage(tag)) await setLanguage(tag)
  const Example = screenExamples[chosen]
  document.documentElement.dir = query.get("direction") ?? "ltr"
  const isAlone = chosen.startsWith("permissions") || chosen.startsWith("end-")
  const isBank = /^(?:bank|result-consent|welcome-consent)/.test(chosen)
  const company = /^(?:welcome|company)/.test(chosen) ? undefined : isBank ? "Fjällbanken" : "Nordhem Försäkring"
  render(
    <Marks value={marksOf(companies)}>
      <Frame
        brand={brand}
        pair={{ client: "Ekonomiassistenten i Norden AB", company: isAlone ? undefined : company }}
        isWelcome={chosen.startsWith("welcome")}
        hasHelp={chosen === "end-expired-client"}
        onManage={() => {}}
      >
        {Example === undefined ? <List /> : <Example />}
      </Frame>
    </Marks>,
    root
  )
}
