#!/usr/bin/env python3
"""A connector for Sheaf in Python 3 with the kit in sheaf_connector.py, for an invented Estonian insurer. See docs/connectors.md.

    CONNECTOR_SECRET=some-secret python3 connector.py --port 8091

The user is `mari`, her password `kuldnokk`, the code on her phone 246810, or she uses the insurer's own code and page with
the login method EMAIL. The session carries all state, so any process with the same CONNECTOR_KEY can continue it.
"""
import hashlib, hmac, html
from sheaf_connector import Refusal, ask, ask_code, complete, fail, redirect, same, seal, serve, show, unseal, wait

PEOPLE = {"mari": {"password": "kuldnokk", "code": "246810"}}
INSURER = {"market": "ee", "insuranceCompany": "Hiiepuu Kindlustus"}  # omit unknown fields: no null, no 0
CAR = {**INSURER, "insuranceType": "vehicleInsurance", "insuranceSubType": "car", "insuranceNumber": "HK-40817",
       "startDate": "2026-03-01", "brand": "Škoda", "registrationNo": "482 KPT", "coverage": "CASCO"}
HOME = {**INSURER, "insuranceType": "houseContentInsurance", "insuranceSubType": "condo", "insuranceNumber": "HK-51230",
        "startDate": "2025-11-15", "insuranceObjectCity": "Tartu", "livingArea": 61.5}
EUR = lambda amount: {"amount": amount, "currency": "EUR"}
COVERAGES = [{"code": "avarii", "name": "Avarii", "included": True, "deductible": {"amount": EUR(200)}}]
PAYMENTS = [{"dueDate": "2026-03-01", "amount": EUR(412.5), "status": "PAID"}, {"dueDate": "2026-09-01", "amount": EUR(412.5), "status": "DUE"}]
CLAIMS = [{"date": "2025-06-11", "type": "Klaasikahju", "status": "PAID", "paidAmount": EUR(180)}]  # sensitive: only if named
DOCUMENTS = [{"documentId": "policy", "name": "Poliis HK-40817", "contentType": "text/plain"}]
FOUND = [{"id": "1", "recordKey": "40817", "insurance": CAR, "coverages": COVERAGES, "payments": PAYMENTS, "documents": DOCUMENTS},
         {"id": "2", "recordKey": "51230", "insurance": HOME}]
BORN = [{"type": "DATE_OF_BIRTH", "label": "When were you born, as on the policy?"}]
CODES = [{"text": f"hiiepuu:{number}", "forMillis": 500} for number in (1, 2)]


def found_for(products, wanted, sensitive):  # a real connector asks the company for nothing else
    found = [{**FOUND[0], "claims": CLAIMS}, FOUND[1]] if "CLAIMS" in sensitive else FOUND
    # an omitted member of the filter restricts nothing
    return [each for each in found if "INSURANCE" in products and all(
        each["insurance"][kind] in wanted.get(f"{kind}s", [each["insurance"][kind]]) for kind in ("insuranceType", "insuranceSubType"))]


class Hiiepuu:
    companies = ["ee-hiiepuu"]

    def __init__(self, base, key):
        self.base, self.key = base, key

    def begin(self, order, call):
        login = order["login"]
        who = {"user": login.get("username"), "products": order["products"], "filter": order.get("filter", {}),
               "sensitive": order.get("sensitive", [])}
        if login["type"] == "EMAIL":  # the address plays no role
            return wait({**who, "at": "CODES_SHOWN"}, information={"QR_TEXT": CODES})
        if login["type"] != "USERNAME_PASSWORD":
            raise Refusal(422, "Unsupported login")
        user = PEOPLE.get(login["username"])  # a real connector logs in here
        right = same(login["password"], user["password"] if user else "") and user is not None
        return show("LOGIN", {**who, "at": "LOGGED_IN" if right else "TURNED_AWAY"}, 300)

    def resume(self, who, signal, call):
        now = (who["at"], signal["type"])
        if now == ("TURNED_AWAY", "TICK"):
            return fail("INCORRECT_CREDENTIALS", {**who, "at": "ENDED"})
        if now == ("LOGGED_IN", "TICK"):
            return ask_code("Enter the code on your phone.", {**who, "at": "CODE_WANTED"})
        if now == ("CODE_WANTED", "INPUT") and signal["input"]["type"] == "TWO_FACTOR_CODE":
            if same(signal["input"]["value"], PEOPLE[who["user"]]["code"]):
                return show("COLLECTING", {**who, "at": "READY"}, 300)
            return fail("INCORRECT_TWO_FACTOR_CODE", {**who, "at": "ENDED"})
        if now == ("CODES_SHOWN", "TICK"):
            if call.page_return is None:  # nothing could prove who returns
                return fail("LOGIN_METHOD_NOT_APPLICABLE", {**who, "at": "ENDED"})
            return self.show_page({**who, "back": call.page_return["url"]})
        if now == ("PAGE_SHOWN", "TICK"):
            return self.show_page(who)
        if now == ("PAGE_SHOWN", "RETURN"):  # anybody can return: only the page's code proves that the person has logged in
            if same(signal["query"].get("code", ""), self.code_of(who["back"])):
                return show("COLLECTING", {**who, "at": "LOGGED_IN_ON_PAGE", "back": ""}, 300)
            return fail("AUTHENTICATION_ERROR", {**who, "at": "ENDED"})
        if now == ("LOGGED_IN_ON_PAGE", "TICK"):
            return ask("COLLECTION_INPUT", {"REQUIRED_INPUTS": BORN}, {**who, "at": "BIRTH_WANTED"})
        if now == ("BIRTH_WANTED", "INPUT") and signal["input"]["inputs"]["DATE_OF_BIRTH"]:
            return show("COLLECTING", {**who, "at": "READY"}, 300)
        if now == ("READY", "TICK"):
            return complete({**who, "at": "COLLECTED"}, insurance=found_for(who["products"], who["filter"], who["sensitive"]))
        raise Refusal(422, "The session does not wait for this")

    def document(self, who, document_id, call):
        if who["at"] != "COLLECTED" or document_id != "policy":
            raise Refusal(422, "Unknown document")
        return "text/plain", "Hiiepuu Kindlustus\nSõidukikindlustuse poliis HK-40817\n482 KPT, Škoda\n"

    def show_page(self, who):  # the order in the address is sealed, so the page sends people back only to Sheaf
        return redirect(f"{self.base}/login/{seal(self.key, {'back': who['back']})}", {**who, "at": "PAGE_SHOWN"})

    def page(self, path):
        back = unseal(self.key, path.removeprefix("/login/"))["back"]
        return f'<a href="{html.escape(back)}?code={self.code_of(back)}">Log in as Mari</a>'

    def code_of(self, back):
        return hmac.new(self.key, f"code {back}".encode(), hashlib.sha256).hexdigest()


if __name__ == "__main__":
    serve(Hiiepuu)
