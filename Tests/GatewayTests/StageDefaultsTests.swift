// SPDX-License-Identifier: Apache-2.0

import AgrirouterUplink
import ConfigurationFile
import GNSSTypes
import OSNMA
import OSNMAValidation
import Testing

@testable import Gateway

/// A stage has settings of its own, which tests and other programs may use without a configuration.
struct StageDefaultsTests {
    @Test func `the stages' own defaults are those of an empty configuration`() {
        let osnma = OSNMASettings()
        #expect(OSNMAValidationConfiguration(osnma) == OSNMAValidationConfiguration())
        #expect(OSNMAConfiguration().minimumTagBits == osnma.minimumTagBits)
        #expect(OSNMARequirement().satellites == osnma.requiredSatellites)
        let uplink = AgrirouterCoordinator.State(settings: AgrirouterSettings()).uplink(OSNMARequirement())
        #expect(uplink == UplinkSettings(applicationID: "", versionID: ""))
    }
}
