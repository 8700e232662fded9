/** Short messages on a page: notices, quotations from a company, what the page is waiting for, and the time left. */
import type { ComponentChildren } from "preact"
import { useEffect, useState } from "preact/hooks"
import { formatDuration } from "../texts/Formats.ts"
import { t } from "../texts/Texts.ts"
import "./Messages.css"

export interface NoticeBoxProps {
  readonly kind?: "info" | "warning" | "success" | "danger"
  readonly children: ComponentChildren
}

export const NoticeBox = ({ children, kind = "info" }: NoticeBoxProps) => (
  <p class={`notice notice--${kind}`}>{children}</p>
)

export interface QuoteProps {
  readonly company: string
  readonly text: string
}

/** Shows a company's text as a quotation, so that nobody thinks that the page itself says it. */
export const Quote = ({ company, text }: QuoteProps) => (
  <figure class="quote">
    <figcaption class="quote__from">{t("messageFrom", { company })}</figcaption>
    <blockquote class="quote__text" dir="auto">
      {text}
    </blockquote>
  </figure>
)

/** What the page is waiting for, with the time left beside it. */
export const Waiting = ({
  children,
  until
}: {
  readonly children: ComponentChildren
  readonly until?: number | undefined
}) => (
  <div class="waiting">
    <BusyIndicator>{children}</BusyIndicator>
    {until !== undefined && <Countdown until={until} />}
  </div>
)

/** Says what the page is waiting for. Screen readers announce each new text. */
export const BusyIndicator = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="busy" role="status">
    {children}
  </p>
)

export interface CountdownProps {
  /** The deadline by this device's clock, in milliseconds since 1970. */
  readonly until: number
}

/** Shows the time left. Screen readers can read it, but it does not interrupt them every second. */
export const Countdown = ({ until }: CountdownProps) => {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, (until - now) / 1000)
  return (
    <p class="countdown" role="timer" aria-live="off">
      {t("timeLeft", { time: formatDuration(seconds) })}
    </p>
  )
}
