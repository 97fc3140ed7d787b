package order

// Bounces counts the emails of an order that were accepted by the provider and returned, by result (business-domain §4).
type Bounces struct {
	Hard      int `json:"hard"`
	Soft      int `json:"soft"`
	Blacklist int `json:"blacklist"`
}

// Permanent are those that no other try can mend.
func (b Bounces) Permanent() int { return b.Hard + b.Blacklist }

// All of them.
func (b Bounces) All() int { return b.Hard + b.Soft + b.Blacklist }
