import { mutationOf } from "../../stryker.shared.mjs"

const rooms = ["collections", "companies", "consents", "durable", "users"]

export default mutationOf({ name: "application", rooms, threshold: 85 })
