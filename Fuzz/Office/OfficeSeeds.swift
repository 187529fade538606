// SPDX-License-Identifier: Apache-2.0

/// The seeds: answers of both kinds of servers, addresses, and a text.
func seeds() -> [[UInt8]] {
    let answers = [
        #"""
        {"status":"ok","error_msg":null,"user":{"id":"10","name":"Anna","surname":"Nov\u00e1kov\u00e1","vat":null}}
        """#,
        #"{"status":"ok","error_message":null,"user":{"id":10,"name":"Anna"},"token":"3|aZ09"}"#,
        #"""
        {"status":"ok","error_msg":null,"tasks":[{"id":"7","status":"data provided","name":"Feld Ost",\#
        "text":"Vier Ecken\r\nfotografieren","text_returned":null,"date_created":"2026-05-04 12:30:05",\#
        "task_due_date":"0000-00-00 00:00:00","note":null,"number_of_photos":"2","flag_valid":"0","flag_invalid":"1",\#
        "photos_ids":["31","32"]}]}
        """#,
        #"""
        {"tasks":{"0":{"id":7,"status":"new","name":"\ud83c\udf3e","date_created":"2026-05-04T12:30:05.000000Z",\#
        "number_of_photos":2,"flag_valid":true,"photos_ids":{"1":31}}},"status":"ok"}
        """#,
        #"""
        {"status":"ok","paths":[{"id":"4","name":"Rand","start":"2026-05-04 12:30:05","end":"2026-05-04T14:31:05+02:00",\#
        "points":[{"id":"1","lat":"50.1","lng":"14.1"}]}]}
        """#,
        #"{"status":"ok","photo_id":"31","path_id":4,"photos_ids":["31",32],"photo":{"digest":"f0cf"}}"#,
        #"{"status":"error","error_msg":"Photo already exists."}"#,
        #"{"message":"Unauthenticated."}"#, "<br />\n<b>Warning</b>: Undefined array key\n{\"status\":\"ok\"}",
    ]
    let addresses = ["https://office.example/egnss", "HTTP://127.0.0.1:8080", "http://[::1]:80/", "ws/comm_*.php"]
    let texts = ["a&b=c+d %\r\n\"\\\u{1F33E}"]
    return answers.map { Array($0.utf8) + [2] } + addresses.map { Array($0.utf8) + [0] }
        + texts.map { Array($0.utf8) + [1] }
}
