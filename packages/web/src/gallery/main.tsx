/**
 * The gallery: every screen with example data, at `#screen=<name>&language=<tag>&direction=<ltr or rtl>`. No service is
 * needed. Another fragment shows another screen without loading the page again.
 */
import { render } from "preact"
import { Marks } from "../components/CompanyMark.tsx"
import { Frame } from "../components/Frame.tsx"
import { isLanguage, setLanguage } from "../texts/Texts.ts"
import { marksOf } from "../connect/models/CompanyNames.ts"
import { companies } from "./ExampleData.ts"
import { screenExamples } from "./Examples.tsx"
import "../styles/tokens.css"
import "../styles/base.css"

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
        <a href={`#screen=${name}`}>{name}</a>
      </li>
    ))}
  </ul>
)

const Screen = ({ name }: { readonly name: string }) => {
  const Example = screenExamples[name]
  const isAlone = name.startsWith("permissions") || name.startsWith("end-")
  const isBank = /^(?:bank|result-consent|welcome-consent)/.test(name)
  const company = /^(?:welcome|company)/.test(name) ? undefined : isBank ? "Fjällbanken" : "Nordhem Försäkring"
  return (
    <Marks value={marksOf(companies)}>
      <Frame
        brand={brand}
        pair={{ client: "Ekonomiassistenten i Norden AB", company: isAlone ? undefined : company }}
        isWelcome={name.startsWith("welcome")}
        hasHelp={name === "end-expired-client"}
        onManage={() => {}}
      >
        {Example === undefined ? <List /> : <Example />}
      </Frame>
    </Marks>
  )
}

const show = async (root: HTMLElement): Promise<void> => {
  const query = new URLSearchParams(location.hash.slice(1))
  const tag = query.get("language") ?? "en"
  if (isLanguage(tag)) await setLanguage(tag)
  document.documentElement.dir = query.get("direction") ?? "ltr"
  // Removes the earlier screen, so that nothing of its state remains.
  render(null, root)
  scrollTo(0, 0)
  render(<Screen name={query.get("screen") ?? ""} />, root)
  root.dataset["shown"] = location.hash.slice(1)
}

const root = document.getElementById("app")
if (root !== null) {
  await show(root)
  addEventListener("hashchange", () => void show(root))
}
