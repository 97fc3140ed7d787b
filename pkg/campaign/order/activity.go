package order

import "time"

// Activity counts the recipients of an order of emails by what they did, each once. It changes no state and no charge.
type Activity struct {
	Loaded         int `json:"loaded" doc:"Recipients who loaded the pictures or clicked a link."`
	Clicked        int `json:"clicked" doc:"Recipients who clicked a link."`
	Unsubscribed   int `json:"unsubscribed" doc:"Recipients who unsubscribed by the email's link and did not undo it."`
	MachineLoaded  int `json:"machineLoaded" doc:"Recipients whose pictures only machines loaded, as mail privacy protection and prefetching do."`
	MachineClicked int `json:"machineClicked" doc:"Recipients whose links only machines opened, as mail gateways do."`
}

// ActivityTimes are when a recipient did something first; the zero time where it did not.
type ActivityTimes struct {
	Loaded, Clicked, Unsubscribed time.Time
}
