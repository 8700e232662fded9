/**
 * The page's state and the steps a person takes. The page stores only its current route; after a reload, it reads
 * everything else from the service.
 */
import { openConnectPage, SheafProblem } from "@sheaf/client/connect"
import type {
  CollectionStatus,
  ConnectPage,
  ConnectPageSession,
  ConnectSummary,
  ConsentAnswer,
  ConsentStatus,
  FinishedConnectSession,
  SupplementInfo
} from "@sheaf/client/connect"
import { batch, computed, effect, signal } from "@preact/signals"
import type { Signal } from "@preact/signals"
import { collections, consents } from "virtual:statuses"
import type { FieldErrors } from "../components/Form.tsx"
import * as BrowserEvents from "./BrowserEvents.ts"
import * as Embedding from "./Embedding.ts"
import { endingOfError, endingOfSession, hasSessionEnded } from "./Endings.ts"
import * as Reconnection from "./Reconnection.ts"
import type { Company, LoginMethod, SensitiveCategory } from "./models/Models.ts"
import * as PageRoutes from "./PageRoutes.ts"
import type { PageRoute } from "./PageRoutes.ts"
import { Permissions } from "./Permissions.ts"
import { client, clock, opened, openingUrl, settings } from "./opening.ts"
import type { OpenedSession } from "./opening.ts"
import { authorizesInApp, fieldErrorsOf, givesConsent, parametersOf, storedConsentOf } from "./Requests.ts"
import type { EnteredLogin } from "./Requests.ts"
import type { AcceptedTerms } from "./screens/BankScreen.tsx"
import type { EnteredValues } from "./screens/DetailsScreen.tsx"
import type { Ending } from "./screens/EndScreen.tsx"

const isOutcome = ({ status }: { readonly status: string }): boolean =>
  (collections[status] ?? consents[status])?.class === "OUTCOME"

interface EnteredBefore {
  readonly company: string
  readonly method: string
  readonly values: Readonly<Record<string, string>>
  readonly keeps: boolean
}

export class ConnectFlow {
  #page: ConnectPage | undefined
  readonly session = signal<ConnectPageSession | undefined>(undefined)
  readonly companies = signal<ReadonlyArray<Company>>([])
  readonly place = signal<PageRoute>({ at: "welcome" })
  readonly ending = signal<Ending | undefined>(undefined)
  /** True while the browser goes back to the client. */
  readonly returning = signal(false)
  readonly collection = signal<CollectionStatus | undefined>(undefined)
  readonly consent = signal<ConsentStatus | undefined>(undefined)
  readonly summary = signal<ConnectSummary["collections"]>([])
  readonly permissions = new Permissions(
    () => this.#open,
    (send) => this.#deliver(send)
  )
  readonly errors = signal<FieldErrors>({})
  readonly busy = signal(false)
  readonly interruption = signal<Reconnection.Interruption | undefined>(undefined)
  readonly leaving = signal(false)
  /** Companies whose collection or consent has started. These continue even if the page is closed. */
  readonly started = signal<ReadonlyArray<string>>([])
  /** True if there is a result or consent for the client to read once the person finishes. */
  readonly linked = signal(false)
  /** Sensitive categories that the person allows. A reload resets them. */
  readonly allowed = signal<ReadonlyArray<SensitiveCategory>>([])
  /** What the person entered last, without the password, so that nothing is typed twice. A reload resets it. */
  readonly entered = signal<EnteredBefore | undefined>(undefined)
  #terms: AcceptedTerms | undefined
  /** The consent that the person has just created; its bank page opens without another click. */
  #departing: string | undefined

  readonly company = computed((): Company | undefined => {
    const place = this.place.value
    const id = "company" in place ? place.company : (this.collection.value?.company ?? this.consent.value?.company)
    return this.companies.value.find(({ company }) => company === id)
  })

  readonly #embedding = settings.embedding

  readonly deviceTime = (time: string): number => clock.deviceTime(time)

  get #open(): ConnectPage {
    if (this.#page === undefined) throw new Error("the session is not open")
    return this.#page
  }

  async start(): Promise<void> {
    try {
      const session = await opened
      if (session === undefined) return
      this.#page = session.page
      if (session.ending === "window") {
        this.ending.value = "window"
        return
      }
      this.#show(session)
    } catch (error) {
      this.ending.value = endingOfError(error)
      return
    }
    Embedding.listen(this.#embedding, () => this.#open.handOver())
    Embedding.tell(this.#embedding, { type: "ready" })
    BrowserEvents.listen(this)
    this.#follow()
  }

  #show({ companies, ending, session }: OpenedSession): void {
    const place = PageRoutes.placeOf(session, openingUrl.returned?.consentId)
    PageRoutes.replaceRoute(place, session.client.name)
    const begun = [...session.collections, ...session.consents]
    batch(() => {
      this.session.value = session
      this.started.value = begun.map(({ company }) => company)
      this.linked.value = begun.some(isOutcome)
      this.companies.value = companies
      this.place.value = place
      this.ending.value = ending
    })
  }

  #follow(): void {
    effect(() => {
      const place = this.place.value
      const stop = new AbortController()
      const options = { signal: stop.signal, interruption: this.interruption }
      const lost = (error: unknown) => this.#lost(error)
      Embedding.tell(this.#embedding, { type: "step", step: place.at })
      switch (place.at) {
        case "collection":
          void Reconnection.followStatuses(
            (signal) => this.#open.collection(place.collectionId).updates({ signal }),
            (status) => this.#see(status),
            options
          ).catch(lost)
          break
        case "consent":
          void Reconnection.followStatuses(
            (signal) => this.#open.consent(place.consentId).updates({ signal }),
            (status) => this.#seeConsent(status),
            options
          ).catch(lost)
          break
        case "permissions":
          void Reconnection.retryRead(() => this.permissions.read(), options).catch(lost)
          break
      }
      return () => {
        stop.abort()
        batch(() => {
          this.collection.value = undefined
          this.consent.value = undefined
          if (this.interruption.peek() === "busy") this.interruption.value = undefined
        })
      }
    })
  }

  /**
   * Called when the service no longer provides the data for the current screen. Reopens an ended session to learn why
   * it ended; otherwise, goes to the welcome screen.
   */
  async #lost(error: unknown): Promise<void> {
    const id = this.session.peek()?.connectSessionId
    if (!(error instanceof SheafProblem) || id === undefined) return
    if (!hasSessionEnded(error)) {
      this.go({ at: "welcome" })
      return
    }
    try {
      const { page, session } = await openConnectPage(client, { connectSessionId: id })
      this.#page = page
      batch(() => {
        this.session.value = session
        this.ending.value = endingOfSession(session)
        this.place.value = { ...this.place.peek() }
      })
    } catch (reason) {
      this.ending.value = endingOfError(reason)
    }
  }

  async #see(status: CollectionStatus): Promise<void> {
    if (isOutcome(status) && (await this.#asksForMore())) return
    const summary =
      status.pollingInterval === undefined ? (await this.#open.summary()).collections : this.summary.peek()
    batch(() => {
      this.summary.value = summary
      this.collection.value = status
    })
  }

  /**
   * If the session is for a monitor and the monitor is ready, goes to the monitor screen and returns true. Otherwise,
   * returns false.
   */
  async #asksForMore(): Promise<boolean> {
    this.linked.value = true
    if (this.session.peek()?.purpose !== "MONITOR") return false
    const session = await this.#open.session()
    this.session.value = session
    if (session.monitor?.ready !== true) return false
    PageRoutes.replaceRoute({ at: "monitor" })
    this.place.value = { at: "monitor" }
    return true
  }

  async #seeConsent(status: ConsentStatus): Promise<void> {
    if (isOutcome(status) && (await this.#asksForMore())) return
    this.consent.value = status
    const address = status.authInstructions?.redirectUrl
    if (address !== undefined && this.#departing === status.consentId) {
      this.#departing = undefined
      // In a frame, only the person's own click may open a window.
      if (Embedding.placeOf(this.#embedding) === undefined) PageRoutes.visit(address)
    }
  }

  cameFromDetails = false

  go(place: PageRoute): void {
    const { at } = this.place.peek()
    // A collection that repeats a refused one takes its place in the history.
    if (at === "collection" && place.at === "collection") PageRoutes.replaceRoute(place)
    else {
      this.cameFromDetails = at === "details" || at === "method"
      PageRoutes.pushRoute(place)
    }
    batch(() => {
      this.errors.value = {}
      this.place.value = place
    })
  }

  back(screens = 1): void {
    history.go(-screens)
  }

  /** Retries through network outages. Stops if the person goes to another screen. */
  async #deliver<A>(send: (signal: AbortSignal) => Promise<A>): Promise<A | undefined> {
    const stop = new AbortController()
    const before = JSON.stringify(this.place.peek())
    const end = this.place.subscribe((place) => {
      if (JSON.stringify(place) !== before) stop.abort()
    })
    try {
      return await Reconnection.sendUntilDelivered(send, { signal: stop.signal, interruption: this.interruption })
    } finally {
      end()
      if (navigator.onLine && this.interruption.peek() === "offline") this.interruption.value = undefined
    }
  }

  /** Shows errors next to the inputs. Ignores calls while a request is running. */
  async #send<A>(
    form: string,
    names: ReadonlyArray<string>,
    request: (signal: AbortSignal) => Promise<A>,
    then: (answer: A) => void = () => {}
  ): Promise<void> {
    if (this.busy.peek()) return
    this.busy.value = true
    this.errors.value = {}
    try {
      const answer = await this.#deliver(request)
      if (answer !== undefined) then(answer)
    } catch (error) {
      this.errors.value = fieldErrorsOf(error, form, names, this.company.peek()?.companyDisplayName ?? "")
      if (hasSessionEnded(error)) await this.#lost(error)
    } finally {
      this.busy.value = false
    }
  }

  startCollection(company: Company, method: LoginMethod, entered: EnteredValues, keeps: boolean): Promise<void> {
    const once = { idempotencyKey: crypto.randomUUID() }
    const { file: _, password: __, ...values } = entered
    this.entered.value = { company: company.company, method: method.loginMethod, values, keeps }
    return this.#send(
      method.fields.length === 0 ? "method" : "details",
      method.fields,
      async (signal) => {
        const parameters = await parametersOf(company, method, entered, this.#terms)
        const request = { company: company.company, loginMethod: method.loginMethod, parameters }
        const allowed = { sensitive: this.allowed.peek(), ...(keeps && { keepCredentials: true }) }
        return this.#open.startCollection({ ...request, ...allowed }, { ...once, signal })
      },
      ({ id }) => {
        this.started.value = [...this.started.peek(), company.company]
        this.go({ at: "collection", collectionId: id })
      }
    )
  }

  accept(company: Company, terms: AcceptedTerms, signIn: () => void): void {
    this.#terms = terms
    const session = this.session.peek()
    const isOnPage = givesConsent(session, company) && !authorizesInApp(session, company)
    if (isOnPage) void this.createConsent(company)
    else signIn()
  }

  /** Creates a consent under the accepted terms. Without `login`, the person authorizes it on the bank's page. */
  createConsent(bank: Company, login?: EnteredLogin): Promise<void> {
    const once = { idempotencyKey: crypto.randomUUID() }
    const { company } = bank
    const terms = this.#terms
    // A reload forgets the terms, so the person must accept them again.
    if (terms === undefined) return Promise.resolve(this.go({ at: "bank", company }))
    return this.#send(
      login === undefined ? "terms" : "details",
      login?.method.fields ?? ["balances", "transactions", "until"],
      async (signal) => this.#open.createConsent(await storedConsentOf(bank, terms, login), { ...once, signal }),
      ({ id }) => {
        this.#departing = id
        this.started.value = [...this.started.peek(), company]
        this.go({ at: "consent", consentId: id })
      }
    )
  }

  choose(company: Company, next: () => void): void {
    this.#terms = undefined
    next()
  }

  async #answer<Status>(
    shown: Signal<Status | undefined>,
    form: string,
    names: ReadonlyArray<string>,
    send: (asked: Status, signal: AbortSignal) => Promise<Status>
  ): Promise<void> {
    const asked = shown.peek()
    if (asked === undefined) return
    await this.#send(
      form,
      names,
      (signal) => send(asked, signal),
      (status) => {
        // A poll may already have returned a newer status.
        if (shown.peek() === asked) shown.value = status
      }
    )
  }

  answer(form: string, names: ReadonlyArray<string>, input: SupplementInfo): Promise<void> {
    return this.#answer(this.collection, form, names, ({ collectionId, pendingInput }, signal) => {
      const answer = { ...input, ...(pendingInput !== undefined && { inputId: pendingInput.inputId }) }
      return this.#open.collection(collectionId).answer(answer, { signal })
    })
  }

  answerBank(form: string, names: ReadonlyArray<string>, input: ConsentAnswer): Promise<void> {
    return this.#answer(this.consent, form, names, ({ consentId }, signal) =>
      this.#open.consent(consentId).answer(input, { signal })
    )
  }

  finish(outcome: "COMPLETED" | "ABANDONED"): Promise<void> {
    const ended = ({ returnTo, status }: FinishedConnectSession) => {
      const { connectSessionId = "", purpose = "COLLECT", returns } = this.session.peek() ?? {}
      batch(() => {
        this.leaving.value = false
        this.ending.value =
          endingOfSession({ purpose, status, returnRemoved: returns === true && returnTo === undefined }) ?? outcome
        this.returning.value = returnTo !== undefined
      })
      if (returns === true && returnTo === undefined) return
      Embedding.tellEnd(this.#embedding, { connectSessionId, status, returnTo }, PageRoutes.goBack)
    }
    return this.#send("finish", [], (signal) => this.#open.finish(outcome, { signal }), ended)
  }

  permitMonitor(): Promise<void> {
    const source = this.session.peek()?.monitor?.source
    return this.#send(
      "monitor",
      [],
      (signal) => this.#open.permitMonitor(source === undefined ? {} : { source }, { signal }),
      (session) => {
        this.session.value = session
      }
    )
  }
}
