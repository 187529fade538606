// SPDX-License-Identifier: Apache-2.0

/// A schema with every keyword of the supported subset of JSON Schema.
let sampleSchema = """
    {"type":"object","additionalProperties":false,"required":["file"],"properties":{
    "file":{"type":"string","minLength":1,"maxLength":8,"description":"A file."},
    "kind":{"type":"string","enum":["a","b"]},
    "speed":{"type":["number","null"],"minimum":0,"maximum":1000,"default":1.5},
    "seed":{"type":"integer","minimum":-9007199254740993,"maximum":9007199254740993,"default":1},
    "loop":{"type":"boolean","default":false},
    "list":{"type":"array","items":{"type":"object","properties":{"x":{"type":"number"}}},"default":[{"x":1e-7}]}}}
    """

/// The seeds: valid files, files with a mistake of each kind, and schemas.
func seeds() -> [[UInt8]] {
    let files = [
        """
        receivers:
          - id: rover  # a comment
            driver: sample
            priority: 3
            config: { file: "a\\tb", kind: b, speed: .5, seed: -0x1F, loop: yes, list: [{x: 1}, {x: -1.5e300}] }
          - { id: base.2, driver: sample, config: {file: 'é''x', speed: null} }
        listen:
          gpsd: ["127.0.0.1:2947", "[::1]:2947", "*:0"]
        plugin_path: [/opt/a, "/b c"]
        """,
        "receivers:\n  - id: rover\n    driver: sample\n    config:\n      file: |\n        a\n        b\n",
        "receivers: [{id: r, driver: sampel, config: {}}, {id: r, driver: sample, config: {file: ''}}]\nlisen: 1",
        "a: &x [1]\nb: *x\n--- \nc: !!str 1\n? [k]\n: v\n",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
        "{\"receivers\":[{\"id\":\"r\",\"driver\":\"sample\",\"config\":{\"file\":\"\\u00e9\",\"seed\":9e15}}]}",
    ]
    let schemas = [
        sampleSchema, "{}", "{\"type\":\"object\",\"oneOf\":[]}", "{\"properties\":{\"a\":{\"minimum\":\"x\"}}}",
    ]
    // The last byte selects a file (0) or a schema (1).
    return files.map { Array($0.utf8) + [0] } + schemas.map { Array($0.utf8) + [1] }
}
