/** Starts the operator's console (spec 14.5). */
import { signal } from "@preact/signals"
import { render } from "preact"
import type { ComponentType } from "preact"
import { useEffect, useMemo, useRef } from "preact/hooks"
import { Button } from "../components/Button.tsx"
import { SheafMark } from "../components/SheafMark.tsx"
import "../styles/tokens.css"
import "../styles/base.css"
import "../styles/head.css"
import { AuditList } from "./AuditList.tsx"
import { CertificateList } from "./CertificateList.tsx"
import { ClientList } from "./ClientList.tsx"
import { CompanyList } from "./CompanyList.tsx"
import { CompanyView } from "./CompanyView.tsx"
import { CopyButton, CopyOutcome } from "./CopyButton.tsx"
import { DeliveryList } from "./DeliveryList.tsx"
import "./operator.css"
import "./Header.css"
import { MonitorList } from "./MonitorList.tsx"
import { loadNames } from "./Names.tsx"
import { Overview } from "./Overview.tsx"
import * as OperatorSession from "./OperatorSession.ts"
import { ProcessList } from "./ProcessList.tsx"
import { SearchBox } from "./SearchBox.tsx"
import { StoryView } from "./StoryView.tsx"

interface Screen {
  readonly title: string
  /** What the page shows, in one sentence. */
  readonly about?: string
  readonly Content: ComponentType
  /** True if the content starts with a title of its own. */
  readonly isTitled?: boolean
}

const screens: Readonly<Record<string, Screen>> = {
  overview: { title: "Overview", Content: Overview },
  clients: { title: "Clients", about: "The companies that call the API, and their keys.", Content: ClientList },
  certificates: {
    title: "Certificates",
    about: "Of this service, its clients and for banks. The first to expire come first. A full bar is 90 days or more.",
    Content: CertificateList
  },
  companies: { title: "Companies", Content: CompanyList, isTitled: true },
  work: {
    title: "Work",
    about: "Collections, consents and monitors that have not ended, by what they do or wait for.",
    Content: ProcessList
  },
  monitors: {
    title: "Monitors",
    about: "How runs without the person end, and how much of its limits each client uses.",
    Content: MonitorList
  },
  deliveries: {
    title: "Deliveries",
    about: "The events that clients receive at their endpoints.",
    Content: DeliveryList
  },
  audit: {
    title: "Audit log",
    about:
      "Who did what, newest first. Records are numbered within their chain, as in the export and its verification.",
    Content: AuditList
  }
}

/** Returns the page that a route names: a table, one company, or the history of the object with an id. */
const pageOf = (route: string): Screen => {
  const [name = "", id] = route.split("/")
  if (name === "search" && id !== undefined)
    return { title: "Search", Content: () => <StoryView id={id} />, isTitled: true }
  const screen = screens[name] ?? { title: "Overview", Content: Overview }
  return name === "companies" && id !== undefined
    ? { ...screen, Content: () => <CompanyView company={id} />, isTitled: true }
    : screen
}

const routeOf = (fragment: string): string => (fragment.startsWith("#/") ? fragment.slice(2) : "overview")

/** A new page starts at its top. For a page that was open before, the browser goes back to the place where it was. */
const goToTop = (): void => {
  if (history.state !== null) return
  history.replaceState("opened", "")
  scrollTo(0, 0)
}

const start = async (): Promise<void> => {
  await OperatorSession.openSession()
  goToTop()
  if (OperatorSession.sessionState.value === "OPEN") await loadNames()
}

const route = signal(routeOf(location.hash))
addEventListener("hashchange", () => {
  // The operator may have opened another link from `sheaf console` in the same tab.
  void start()
  route.value = routeOf(location.hash)
})

const Page = ({ route }: { readonly route: string }) => {
  // Creates the component only once for each route. A new component on each render would load its data again.
  const Content = useMemo(() => pageOf(route).Content, [route])
  return <Content />
}

const Mark = () => (
  <>
    <SheafMark />
    <span>Sheaf</span>
  </>
)

/** The command that prints a link to open the console. */
const command = "sheaf console"

const SignedOut = ({ isUsed }: { readonly isUsed: boolean }) => (
  <main class="operations__out">
    <div class="shell-mark">
      <Mark />
    </div>
    <div class="operations__card">
      <h1>{isUsed ? "This link no longer works" : "Open the console with a link"}</h1>
      <p>Run this command on the machine of the service, and open the link that it prints:</p>
      <div class="operations__command">
        <code>{command}</code>
        <CopyButton value={command} />
      </div>
      <CopyOutcome />
      <p class="soft">Each link works once, within five minutes.</p>
    </div>
  </main>
)

/** Links to the tables. On a narrow screen, the row of links scrolls. */
const TableLinks = ({ title }: Pick<Screen, "title">) => {
  const links = useRef<HTMLElement>(null)
  useEffect(() => {
    const nav = links.current
    const current = nav?.querySelector<HTMLElement>("[aria-current]")
    // Does not use `scrollIntoView`, because the Tab key would then continue from the link that it scrolled to.
    if (nav && current) nav.scrollLeft = current.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2
  }, [title])
  return (
    <nav class="shell-sections" aria-label="Tables" ref={links}>
      {Object.entries(screens).map(([name, screen]) => (
        <a key={name} href={`#/${name}`} aria-current={screen.title === title ? "page" : undefined}>
          {screen.title}
        </a>
      ))}
    </nav>
  )
}

const Operations = () => {
  const session = OperatorSession.sessionState.value
  if (session === "NONE" || session === "USED_LINK") return <SignedOut isUsed={session === "USED_LINK"} />
  const { about, isTitled = false, title } = pageOf(route.value)
  return (
    <>
      <header class="shell-head">
        <a class="shell-mark" href="#/overview">
          <Mark />
        </a>
        <TableLinks title={title} />
        <SearchBox />
        <Button kind="quiet" onPress={() => void OperatorSession.closeSession()}>
          Sign out
        </Button>
      </header>
      <main class="operations__main">
        {!isTitled && (
          <div class="title">
            <h1>{title}</h1>
            {about !== undefined && <p class="title__about">{about}</p>}
          </div>
        )}
        {session === "OPEN" && <Page key={route.value} route={route.value} />}
        <CopyOutcome />
      </main>
    </>
  )
}

const root = document.getElementById("app")
if (root !== null) {
  void start()
  render(<Operations />, root)
}
