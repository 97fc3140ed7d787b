package ledger

import (
	"fmt"
	"hash/fnv"

	"herald/pkg/kit/store"
)

// Keys, all in table credit:
//
//	ACCT#<account> / A               the balance
//	ACCT#<account> / E#<line>        an entry that is a statement line
//	ACCT#<account> / H#<seq>         an entry that is none
//	TX#<movement>  / T               the movement was made
//	FIX#<movement> / F               the movement was corrected by hand
//	RES#<ref>      / R               a reservation
//	REG#<00…15>    / <account>       the existing accounts, for reconcile
//	DAY#<scope>    / <day>           the sums of a past day
//	J#<scope>#<month> / <time>#<account>#<line>   a statement line again, for the statement of a whole scope
const table = "credit"

const registryShards = 16

func accountKey(account string) store.Key {
	return store.Key{Table: table, PK: "ACCT#" + account, SK: "A"}
}

func entryKey(account string, seq, line int64) store.Key {
	if line == 0 {
		return store.Key{Table: table, PK: "ACCT#" + account, SK: fmt.Sprintf("H#%012d", seq)}
	}
	return lineKey(account, line)
}

func lineKey(account string, line int64) store.Key {
	return store.Key{Table: table, PK: "ACCT#" + account, SK: fmt.Sprintf("E#%012d", line)}
}

func txKey(movement string) store.Key { return store.Key{Table: table, PK: "TX#" + movement, SK: "T"} }

func fixKey(movement string) store.Key {
	return store.Key{Table: table, PK: "FIX#" + movement, SK: "F"}
}

func reservationKey(ref string) store.Key { return store.Key{Table: table, PK: "RES#" + ref, SK: "R"} }

func registryKey(account string) store.Key {
	h := fnv.New32a()
	_, _ = h.Write([]byte(account)) // cannot fail
	return store.Key{Table: table, PK: registry(int(h.Sum32() % registryShards)), SK: account}
}

func registry(shard int) string { return fmt.Sprintf("REG#%02d", shard) }
