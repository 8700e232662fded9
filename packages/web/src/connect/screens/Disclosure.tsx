/** A button that shows and hides the content after it, within a company's details on the permission page. */
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { Button } from "../../components/Button.tsx"

export interface DisclosureProps {
  readonly text: string
  /** What the button is about, for screen readers. */
  readonly name: string
  readonly children: ComponentChildren
}

export const Disclosure = ({ children, name, text }: DisclosureProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <div class="permission__more">
      <Button kind="quiet" isExpanded={isOpen} onPress={() => setOpen(!isOpen)}>
        {text}
        <span class="visually-hidden">: {name}</span>
      </Button>
      <ul hidden={!isOpen}>{children}</ul>
    </div>
  )
}
