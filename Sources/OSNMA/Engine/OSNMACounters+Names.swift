// SPDX-License-Identifier: Apache-2.0

extension OSNMACounters {
    /// All counters except `tagsOK`, with their names in reports.
    public var named: [(name: String, value: Int)] {
        [
            ("pages", pages), ("pages_crc_bad", pagesBadCRC), ("pages_dummy", pagesDummy),
            ("pages_alert", pagesAlert), ("pages_refused", pagesRefused), ("pages_late", pagesLate),
            ("pages_wrong_time", pagesWrongTime), ("tags_failed", tagsFailed), ("dummy_tags_ok", dummyTagsOK),
            ("cross_chain_ok", crossChainOK), ("tags_without_data", tagsWithoutData),
            ("tags_without_key", tagsWithoutKey), ("tags_dont_use", tagsDontUse),
            ("tags_without_time", tagsWithoutTime), ("tags_without_kroot", tagsWithoutRootKey),
            ("macseq_ok", sequencesOK), ("macseq_failed", sequencesFailed),
            ("maclt_failed", lookupFailed), ("tesla_keys_verified", keysVerified), ("tesla_keys_failed", keysFailed),
            ("tesla_keys_merged", keysMerged), ("mack_messages_complete", messagesComplete),
            ("mack_messages_partial", messagesPartial),
            ("kroot_messages_completed_and_verified", rootKeysVerified), ("kroot_failed", rootKeysFailed),
            ("kroot_bad_padding", rootKeysBadPadding), ("kroot_without_key", rootKeysWithoutKey),
            ("pkr_verified", publicKeysVerified), ("pkr_failed", publicKeysFailed),
            ("rs_words_recovered", wordsRecovered), ("by_forward_link", byForwardLink),
            ("forward_link_failed", forwardLinkFailed), ("by_oldest_word", byOldestWords),
            ("by_cop_continuity", byCutOffContinuity),
        ]
    }
}
