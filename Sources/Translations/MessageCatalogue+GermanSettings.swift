// SPDX-License-Identifier: Apache-2.0

extension MessageCatalogue {
    /// The German explanations of settings and their sections, by the English ones.
    static let germanSettings: [String: String] = [
        "Configuration of gnss-gateway.": "Konfiguration von gnss-gateway.",
        "Authentication of Galileo's navigation data (OSNMA), for receivers that deliver raw pages.":
            "Authentifizierung der Navigationsdaten von Galileo (OSNMA), für Empfänger, die rohe Seiten liefern.",
        "Refuse requests for an authenticated position when none is available.":
            "Anfragen nach einer authentifizierten Position ablehnen, wenn keine verfügbar ist.",
        """
        With require: satellites of the solution that must have authenticated data; 0: the verdict 'authenticated' \
        is enough.
        """:
            "Mit „require“: Satelliten der Lösung, die authentifizierte Daten haben müssen; 0: das Ergebnis "
            + "„authenticated“ der Prüfung genügt.",
        "Averaging of many fixes into one precise point. Values set over the control interface take precedence.":
            "Mittelung vieler Positionen zu einem genauen Punkt. Werte, die über die Steuerschnittstelle "
            + "gesetzt sind, haben Vorrang.",
        """
        Enables averaging. If false, new sampling sessions are refused, running ones end, and paths cannot take \
        averaged points.
        """:
            "Schaltet die Mittelung ein. Ohne sie werden neue Messreihen abgelehnt, laufende enden, und Wege "
            + "können keine gemittelten Punkte aufnehmen.",
        "Number of samples for one averaged point.": "Anzahl der Messungen für einen gemittelten Punkt.",
        """
        robust: a weighted mean that resists outliers; compatible: the innermost convex layer, as in the reference \
        applications.
        """:
            "robust: ein gewichtetes Mittel, das Ausreißern widersteht; compatible: die innerste konvexe "
            + "Schicht, wie in den Referenzanwendungen.",
        "Conditions that a sample must meet. A sample that lacks a limited value is rejected.":
            "Bedingungen, die eine Messung erfüllen muss. Eine Messung, der ein begrenzter Wert fehlt, wird "
            + "verworfen.",
        "Maximum HDOP; 0 for no limit.": "Größter zulässiger HDOP; 0 für keine Grenze.",
        "Minimum number of satellites in the solution.": "Mindestzahl der Satelliten in der Lösung.",
        "Minimum mean C/N0 of the satellites used; 0 for no limit.":
            "Kleinstes zulässiges mittleres C/N0 der verwendeten Satelliten; 0 für keine Grenze.",
        "Minimum number of dimensions of the fix.": "Mindestzahl der Dimensionen der Position.",
        "Maximum horizontal accuracy estimate; 0 for no limit.":
            "Schlechteste zulässige Angabe der horizontalen Genauigkeit; 0 für keine Grenze.",
        """
        Positions to accept: all (any), only authenticated ones (verified), or those that osnma.require allows \
        (policy).
        """:
            "Positionen, die zählen: alle (any), nur authentifizierte (verified) oder die, die osnma.require "
            + "erlaubt (policy).",
        "Conditions under which a photo may be taken. Values set over the control interface take precedence.":
            "Bedingungen, unter denen ein Foto aufgenommen werden darf. Werte, die über die Steuerschnittstelle "
            + "gesetzt sind, haben Vorrang.",
        """
        The back office of the EGNSS4CAP family that gives tasks and takes photos and paths. Values set over the \
        control interface take precedence.
        """:
            "Das Back-Office der Familie EGNSS4CAP, das Aufgaben stellt und Fotos und Wege entgegennimmt. "
            + "Werte, die über die Steuerschnittstelle gesetzt sind, haben Vorrang.",
        """
        Address of the back office. Passwords are sent there, so http is permitted only for this machine. It \
        cannot be changed while a user is signed in there. "" for none.
        """:
            "Adresse des Back-Office. Dorthin werden Passwörter gesendet, deshalb ist http nur für diesen "
            + "Rechner erlaubt. Sie lässt sich nicht ändern, solange dort jemand angemeldet ist. „“ für "
            + "keines.",
        """
        Time between two synchronisations of the tasks while a user is signed in; 0 for none by itself.
        """:
            "Zeit zwischen zwei Abgleichen der Aufgaben, solange jemand angemeldet ist; 0: nie von selbst.",
        "Enables photos.": "Schaltet Fotos ein.",
        "Maximum age of the position.": "Höchstes zulässiges Alter der Position.",
        "Maximum mean distance between the positions of the last 7 s; above it, the receiver moves.":
            "Größter zulässiger mittlerer Abstand zwischen den Positionen der letzten 7 s; darüber gilt der "
            + "Empfänger als bewegt.",
        "Maximum mean interval between positions.": "Größter zulässiger mittlerer Zeitabstand zwischen Positionen.",
        "Requires an averaged point of the place where the photo is taken.":
            "Verlangt einen gemittelten Punkt des Ortes, an dem das Foto aufgenommen wird.",
        """
        Positions at which photos may be taken: all (any), only authenticated ones (verified), or those that \
        osnma.require allows (policy).
        """:
            "Positionen, an denen Fotos aufgenommen werden dürfen: alle (any), nur authentifizierte (verified) "
            + "oder die, die osnma.require erlaubt (policy).",
        "Time between the request and the photo, in which the receiver must stand still.":
            "Zeit zwischen der Anforderung und dem Foto, in der der Empfänger stillstehen muss.",
        "Requires the direction of the camera, from the client or the receiver.":
            "Verlangt die Richtung der Kamera, vom Client oder vom Empfänger.",
        "Requires that a user has signed in by name.":
            "Verlangt, dass sich eine Person mit ihrem Namen angemeldet hat.",
        "Maximum total size of the stored photos.": "Größter zulässiger Umfang aller gespeicherten Fotos.",
        """
        The exchange of positions over agrirouter, once an operator has onboarded the gateway (gnss-gateway \
        agrirouter onboard).
        """:
            "Austausch von Positionen über agrirouter, sobald ein Bediener das Gateway angemeldet hat "
            + "(gnss-gateway agrirouter onboard).",
        """
        agrirouter's environment: qa for testing, production for real use. A value set over the control interface \
        takes precedence; the same applies to both intervals.
        """:
            "Umgebung von agrirouter: qa zum Testen, production für den Einsatz. Ein Wert, der über die "
            + "Steuerschnittstelle gesetzt ist, hat Vorrang; das gilt auch für beide Zeitabstände.",
        "Interval at which positions are collected.": "Zeitabstand, in dem Positionen gesammelt werden.",
        "Interval at which collected positions are sent. On QA, which requires at least 10 s, 5 is raised to 10.":
            "Zeitabstand, in dem gesammelte Positionen gesendet werden. Auf QA, das mindestens 10 s verlangt, "
            + "wird 5 auf 10 erhöht.",
    ]
}
