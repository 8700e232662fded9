/** Starts the Connect page (decisions 18). */
import { render } from "preact"
import { Button } from "../parts/Button.tsx"
import { QrCode } from "../parts/QrCode.tsx"
import "../styles/tokens.css"
import "../styles/base.css"

const root = document.getElementById("app")
if (root !== null)
  render(
    <>
      <QrCode text={location.href} label="QR" />
      <Button>Continue</Button>
    </>,
    root
  )
