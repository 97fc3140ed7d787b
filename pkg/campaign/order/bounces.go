package order

// Bounces counts the emails of an order that were accepted by the provider and returned, by result (business-domain §4).
type Bounces struct {
	Hard      int `json:"hard" dynamodbav:"h"`
	Soft      int `json:"soft" dynamodbav:"s"`
	Blacklist int `json:"blacklist" dynamodbav:"b"`
}

// Permanent are those that no other try can mend.
func (b Bounces) Permanent() int { return b.Hard + b.Blacklist }

// All of them.
func (b Bounces) All() int { return b.Hard + b.Soft + b.Blacklist }
