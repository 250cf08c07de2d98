"""Controls Chromium over a pipe with the DevTools protocol."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


class Browser:
    """A headless browser, without flags that relax the security of file:// pages."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="wavethumb-chromium-")
        command_read, command_write = os.pipe()
        answer_read, answer_write = os.pipe()
        # The protocol uses descriptors 3 and 4, which the shell sets up.
        shell = f'exec "$@" 3<&{command_read} 4>&{answer_write}'
        flags = [
            "--headless=new", "--remote-debugging-pipe", "--disable-gpu", "--mute-audio", "--no-first-run",
            "--disable-dev-shm-usage", "--disable-background-networking", "--lang=en", f"--user-data-dir={self.profile}",
        ]
        if os.geteuid() == 0:
            flags.append("--no-sandbox")
        self.process = subprocess.Popen(
            ["bash", "-c", shell, "bash", "chromium", *flags], pass_fds=(command_read, answer_write),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(command_read)
        os.close(answer_write)
        self.commands, self.answers = command_write, answer_read
        self.received = b""
        self.events = []
        self.count = 0

    def close(self):
        try:
            self.send("Browser.close")
            self.process.wait(timeout=10)
        except (OSError, EOFError, TimeoutError, RuntimeError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def send(self, method, session=None, timeout=60, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + timeout
        while True:
            answer = self.receive(deadline, method)
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def receive(self, deadline, what):
        while b"\0" not in self.received:
            ready, _, _ = select.select([self.answers], [], [], max(0, deadline - time.monotonic()))
            if not ready:
                raise TimeoutError(f"the browser did not answer to {what}")
            block = os.read(self.answers, 1 << 20)
            if not block:
                raise EOFError("the browser has gone")
            self.received += block
        message, self.received = self.received.split(b"\0", 1)
        return json.loads(message)

    def trace(self, categories, body):
        """Records a trace during a call and returns its events."""
        self.events.clear()
        config = {"includedCategories": categories, "recordMode": "recordAsMuchAsPossible"}
        self.send("Tracing.start", traceConfig=config, transferMode="ReportEvents")
        body()
        self.send("Tracing.end")
        deadline = time.monotonic() + 60
        while not any(event.get("method") == "Tracing.tracingComplete" for event in self.events):
            self.events.append(self.receive(deadline, "Tracing.end"))
        found = [entry for event in self.events if event.get("method") == "Tracing.dataCollected" for entry in event["params"]["value"]]
        self.events.clear()
        return found

    def tab(self, address="about:blank", **look):
        return Tab(self, address, **look)


class Tab:
    """A page in the browser, in a window of a given size."""

    def __init__(self, browser, address, width=1280, height=800, scale=1, dark=False, still=False, scripts=True, touch=False):
        self.browser = browser
        # Each page has its own window: background tabs are not drawn.
        self.target = browser.send("Target.createTarget", url="about:blank", newWindow=True)["targetId"]
        self.session = browser.send("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Accessibility"):
            self.send(f"{domain}.enable")
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=touch)
        self.send("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}])
        self.send("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.send("Emulation.setFocusEmulationEnabled", enabled=True)
        self.send("Emulation.setTouchEmulationEnabled", enabled=touch)
        if address != "about:blank":
            self.open(address)

    def send(self, method, **parameters):
        return self.browser.send(method, session=self.session, **parameters)

    def close(self):
        self.browser.send("Target.closeTarget", targetId=self.target)

    def open(self, address):
        self.browser.events.clear()
        self.send("Page.navigate", url=address)
        self.await_event("Page.loadEventFired")

    def await_event(self, method, timeout=60):
        deadline = time.monotonic() + timeout
        while True:
            for event in self.browser.events:
                if event.get("method") == method and event.get("sessionId") == self.session:
                    return event["params"]
            self.browser.events.append(self.browser.receive(deadline, method))

    def run(self, script):
        """Evaluates an expression in the page, awaiting promises. Content security policies do not affect it."""
        answer = self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=False)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def wait(self, condition, timeout=60):
        """Waits until an expression is true in the page, and returns its value."""
        deadline = time.monotonic() + timeout
        while True:
            value = self.run(condition)
            if value:
                return value
            if time.monotonic() > deadline:
                raise AssertionError(f"it never came about: {condition}")
            time.sleep(0.05)

    def rendered(self):
        """Waits for two animation frames of the page."""
        self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def box(self, selector):
        return self.run(f"(() => {{ const b = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
                        "return [b.left, b.top, b.width, b.height]; })()")

    def mouse(self, kind, x, y, buttons=0):
        self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left" if buttons or kind == "mouseReleased" else "none",
                  buttons=buttons, clickCount=1 if kind != "mouseMoved" else 0)

    def click_at(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, 1)
        self.mouse("mouseReleased", x, y)

    def click(self, selector, across=0.5):
        left, top, width, height = self.box(selector)
        self.click_at(left + width * across, top + height / 2)
        return left + width * across

    KEYS = {" ": ("Space", 32, " "), "Enter": ("Enter", 13, "\r"), "Tab": ("Tab", 9, ""), "Escape": ("Escape", 27, ""),
            "ArrowLeft": ("ArrowLeft", 37, ""), "ArrowUp": ("ArrowUp", 38, ""), "ArrowRight": ("ArrowRight", 39, ""),
            "ArrowDown": ("ArrowDown", 40, ""), "Home": ("Home", 36, ""), "End": ("End", 35, ""), "PageDown": ("PageDown", 34, "")}

    def key(self, key):
        code, number, text = self.KEYS.get(key, ("", ord(key.upper()[0]), key))
        self.send("Input.dispatchKeyEvent", type="keyDown", key=key, code=code, windowsVirtualKeyCode=number, text=text)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key, code=code, windowsVirtualKeyCode=number)

    def write(self, text):
        self.send("Input.insertText", text=text)

    def accessible(self):
        """Returns the nodes of the accessibility tree: role, name, value and properties."""
        nodes = []
        for node in self.send("Accessibility.getFullAXTree")["nodes"]:
            if node.get("ignored"):
                continue
            properties = {entry["name"]: entry["value"].get("value") for entry in node.get("properties", [])}
            nodes.append({"role": node["role"]["value"], "name": node.get("name", {}).get("value", ""),
                          "value": node.get("value", {}).get("value", ""), **properties})
        return nodes

    def messages(self):
        """Returns console messages: errors and content security policy violations."""
        texts = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            if event["method"] == "Log.entryAdded":
                texts.append(event["params"]["entry"]["text"])
            if event["method"] == "Runtime.exceptionThrown":
                details = event["params"]["exceptionDetails"]
                texts.append(details.get("exception", {}).get("description") or details["text"])
        return texts

    def capture(self):
        """Returns a screenshot of the window as a Base64 PNG."""
        return self.send("Page.captureScreenshot", format="png")["data"]

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.capture()))
