"""The page about a bug, in a real browser: page_test.py CHROMIUM PAGE REPORT [SECONDS] [SCREENSHOTS]

REPORT is the JSON report of the same run. The page must show what that has: a node for each step, an arrow for each recorded pair, the
values and the source of the step that is chosen. It must ask for nothing and complain of nothing, and be ready in SECONDS.
"""
import base64
import json
import pathlib
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from browser import Browser  # noqa: E402

failures = []


def expect(what, got, wanted):
    if got != wanted:
        failures.append(f"{what}: {got!r}, expected {wanted!r}")


def wait_until_ready(browser, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if browser.evaluate("document.body && document.body.dataset.ready") == "yes":
            return
        time.sleep(0.01)
    failures.append(f"the page is not ready after {seconds} s")


def check(browser, bug):
    numbers = "[...document.querySelectorAll('#failing .step:not(.memory):not(.fails) b')].map((one) => Number(one.textContent))"
    browser.evaluate("if (!document.getElementById('own').checked) document.getElementById('own').click()")
    expect("the steps", browser.evaluate(numbers), [step["number"] for step in bug["steps"]])
    arrows = browser.evaluate("[...document.querySelectorAll('#failing path')].map((one) => [+one.dataset.from, +one.dataset.to])")
    wanted = [[before, step["number"]] for step in bug["steps"] for before in step["follows"]]
    expect("the arrows", sorted(arrows), sorted(wanted))
    place = "document.querySelector('.step.now').dataset.row + ' ' + document.getElementById('slider').value"
    browser.press("Home")
    expect("the first row", browser.evaluate(place), "0 0")
    first = browser.evaluate("document.getElementById('file').textContent")
    browser.press("ArrowDown")
    expect("the second row", browser.evaluate(place), "1 1")
    browser.press("End")
    last = browser.evaluate("document.querySelectorAll('#failing .step').length - 1")
    expect("the last row", browser.evaluate(place), f"{last} {last}")
    # The slider moves the source and the values.
    step = next((one for one in reversed(bug["steps"]) if one.get("after") and one["location"]["line"]), None)
    if step:
        row = browser.evaluate(f"+document.getElementById('step-{step['number']}').dataset.row")
        browser.evaluate(f"{{const s = document.getElementById('slider'); s.value = {row}; s.dispatchEvent(new Event('input'));}}")
        at = f"{step['location']['file']}:{step['location']['line']}"
        expect("the source", browser.evaluate("document.getElementById('file').textContent"), at)
        marked = browser.evaluate("document.querySelector('#source .now u').textContent")
        expect("the line", marked, str(step["location"]["line"]))
        values = browser.evaluate("[...document.querySelectorAll('#values tr')].map((one) => [...one.children].map((c) => c.textContent))")
        shown = [row[1] for row in values if row and row[0] == step["object"]["name"]]
        expect(f"the value of {step['object']['name']}", shown, [step["after"]])
        expect("the address", browser.evaluate("location.hash"), f"#step-{step['number']}")
    if not first:
        failures.append("the first step has no place")
    held = [one for one in bug["steps"] if one.get("locks")]
    if held:
        browser.evaluate(f"document.getElementById('step-{held[-1]['number']}').click()")
        if browser.evaluate("document.querySelectorAll('#locks tr').length") < 2:
            failures.append("no lock is held")
    if "difference" in bug:
        browser.evaluate("document.getElementById('beside').click()")
        expect("the steps that pass", browser.evaluate("document.querySelectorAll('#passing .step').length"),
               len(bug["difference"]["passing"]))
        browser.evaluate("document.getElementById('beside').click()")


def check_lanes(browser, bug):
    browser.call("Emulation.setDeviceMetricsOverride", width=1400, height=800, deviceScaleFactor=1, mobile=False)
    seen = "[...document.querySelectorAll('#failing h2 span')].filter((s) => s.offsetLeft + 40 < document.getElementById('failing').clientWidth).length"
    end = time.monotonic() + 5
    while browser.evaluate(seen) < min(8, len(bug["threads"])) and time.monotonic() < end:
        time.sleep(0.05)
    expect("the lanes in sight", browser.evaluate(seen), len(bug["threads"]))
    story = browser.evaluate("document.getElementById('story').textContent")
    for value in bug["values"]:
        if f"{value['object']} = {value['value']}" not in story:
            failures.append(f"the value of {value['object']} is not in the story")


def screenshots(browser, to):
    for theme in ("light", "dark"):
        browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
        end = time.monotonic() + 5
        while browser.evaluate("document.documentElement.dataset.theme") != theme and time.monotonic() < end:
            time.sleep(0.05)
        expect("the theme", browser.evaluate("document.documentElement.dataset.theme"), theme)
        picture = browser.call("Page.captureScreenshot", format="png")["data"]
        if to:
            pathlib.Path(to, theme + ".png").write_bytes(base64.b64decode(picture))


def complaints(events, page):
    for event in events:
        method, parameters = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            failures.append(f"an exception: {parameters['exceptionDetails']}")
        if method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning"):
            failures.append(f"the console: {parameters['args']}")
        if method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            failures.append(f"the log: {parameters['entry']['text']}")
        if method == "Network.requestWillBeSent" and parameters["request"]["url"].split("#")[0] != page:
            failures.append(f"a request: {parameters['request']['url']}")


def main():
    chromium, page, report = sys.argv[1:4]
    seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 20
    bug = json.loads(pathlib.Path(report).read_text())["bugs"][0]
    browser = Browser(chromium)
    try:
        address = pathlib.Path(page).resolve().as_uri()
        begin = time.monotonic()
        browser.call("Page.navigate", url=address)
        wait_until_ready(browser, seconds)
        print(f"ready after {time.monotonic() - begin:.2f} s")
        check(browser, bug)
        check_lanes(browser, bug)
        screenshots(browser, sys.argv[5] if len(sys.argv) > 5 else None)
        complaints(browser.events, address)
    finally:
        browser.close()
    for failure in failures:
        print(failure)
    sys.exit(1 if failures else 0)


main()
