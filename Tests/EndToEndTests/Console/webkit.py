# SPDX-License-Identifier: Apache-2.0
"""A window of WebKitGTK without any buttons, which WebKitWebDriver starts and drives.

    webkit.py FOLDER LANGUAGE PROXY HOST      FOLDER holds what it stores; requests to other machines than HOST go to PROXY

The package's own MiniBrowser does not do: it hides the console of a page, as its automation is a private window; its tool
bar takes part of the window, which cannot be narrower than it; and its language is the system's.
"""
import ctypes
import signal
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

PR_SET_PDEATHSIG = 1


def main():
    # Where the driver ends, so does the window, and its helpers with it.
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    folder, language, proxy, host = sys.argv[1:5]
    manager = WebKit2.WebsiteDataManager(
        base_data_directory=f"{folder}/data", base_cache_directory=f"{folder}/cache")
    manager.set_network_proxy_settings(
        WebKit2.NetworkProxyMode.CUSTOM, WebKit2.NetworkProxySettings.new(proxy, ["127.0.0.1", "localhost", host]))
    context = WebKit2.WebContext.new_with_website_data_manager(manager)
    context.set_preferred_languages([language])
    context.set_automation_allowed(True)
    # It writes to the standard error.
    settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True)

    def open_view(*_):
        view = WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True)
        window = Gtk.Window()
        window.add(view)
        view.connect("close", lambda _: window.destroy())
        window.show_all()
        return view

    def begin(_, session):
        information = WebKit2.ApplicationInfo()
        information.set_name("webkit.py")
        information.set_version(1, 0, 0)
        session.set_application_info(information)
        session.connect("create-web-view", open_view)

    context.connect("automation-started", begin)
    Gtk.main()


main()
