package provider

import (
	"context"
	"time"
)

// GroupBuilder makes groups and fills them. A group is named by a reference of ours. Where GroupRepeats of its
// profile holds, every call may be repeated: the same reference is the same group, and a lost call is found by
// asking. Where it does not, Create is called once, and an outcome that is unclear is a doubt that only Find, or a
// person, resolves. A callback says only that something changed; only answers to our own queries count.
type GroupBuilder interface {
	Profile() Profile
	// Create begins a group. Accepted: it is there, or on its way; Find tells. ProviderID is the call's own name, where it has one.
	Create(ctx context.Context, g NewGroup) Outcome
	// Find tells how the group of a reference stands; id is the provider's own name of it where that is known. NotThere for one that the
	// provider does not know, which proves nothing where GroupRepeats does not hold. Each failure is a *Failure.
	Find(ctx context.Context, reference, id string) (GroupSnapshot, error)
	// Do carries out a step on a group that is there.
	Do(ctx context.Context, of GroupOf, s GroupStep) GroupDone
}

// NewGroup is a group that is to be made. Its subject and description may follow by a step.
type NewGroup struct {
	Reference   string
	Subject     string
	Description string
	Approval    bool // users who come by the link wait for a person's approval
}

// GroupOf names a group.
type GroupOf struct {
	Reference string
	ID        string // the provider's; empty where it has none
}

// GroupStepKind is what is done with a group.
type GroupStepKind string

// The steps, in the order in which a group is built.
const (
	GroupAdd      GroupStepKind = "add"      // Numbers join, or are invited
	GroupPromote  GroupStepKind = "promote"  // Numbers become administrators
	GroupMute     GroupStepKind = "mute"     // only administrators may speak
	GroupDescribe GroupStepKind = "describe" // Subject and Description
	GroupPicture  GroupStepKind = "picture"  // Picture
	GroupLink     GroupStepKind = "link"     // asks for the link
	GroupGreet    GroupStepKind = "greet"    // Text, with Picture where there is one
)

// GroupStep is one step. Nth tells apart steps of a kind, so that each is done once.
type GroupStep struct {
	Kind        GroupStepKind
	Nth         int
	Numbers     []uint64
	Subject     string
	Description string
	Text        string
	Picture     *GroupPictureFile
}

// GroupPictureFile is a picture as it was uploaded.
type GroupPictureFile struct {
	Type    string // image/jpeg, image/png …
	Content []byte
}

// GroupDone is what became of a step.
type GroupDone struct {
	Outcome
	Link    string        // of GroupLink
	Members []GroupMember // of GroupAdd and GroupPromote: what is known already; of others Find tells later
}

// SeatState is the state of a person in a group.
type SeatState uint8

const (
	SeatWaiting SeatState = iota // nothing was done
	SeatUnknown                  // handed over, outcome unknown
	SeatInvited                  // an invitation was sent
	SeatRefused
	SeatJoined
	SeatGone
)

// GroupMember is what a provider says of a person in a group.
type GroupMember struct {
	Number uint64 // 0: the provider names the person by User alone
	User   string // the provider's own id of the person; empty when unknown
	State  SeatState
	Code   int
	At     time.Time
}

// GroupState is how far a group is.
type GroupState uint8

const (
	GroupComing GroupState = iota // the provider is at it
	GroupReady
	GroupRefused
)

// GroupSnapshot is a group as it stands.
type GroupSnapshot struct {
	State   GroupState
	ID      string
	Link    string
	Code    int // of a refusal
	Members []GroupMember
	Whole   bool // it has no other members
	Closed  bool // the provider took it out of service
}

// GroupEvent is a provider's event of a group that changed. A group that was not made cannot be queried, so the
// event reports that too.
type GroupEvent struct {
	Reference string // ours; empty when unknown
	ID        string // the provider's; empty when unknown
	Request   string // the ProviderID of the call that makes it; empty when unknown
	Refused   bool   // it was not made
	Code      int    // why not
}

// GroupGate is a builder whose groups have join requests: users who come by the link wait for approval. Both methods
// may be repeated.
type GroupGate interface {
	// JoinRequests lists who waits. Each failure is a *Failure.
	JoinRequests(ctx context.Context, of GroupOf) ([]JoinRequest, error)
	// Admit lets some in, or turns them away.
	Admit(ctx context.Context, of GroupOf, ids []string, in bool) Outcome
}

// JoinRequest is a person who waits for approval to join a group.
type JoinRequest struct {
	ID     string
	Number uint64 // 0: unknown
	User   string // the provider's own id of the person; empty when unknown
}

// GroupCallbackParser reads the callbacks of who makes groups.
type GroupCallbackParser interface {
	// ParseGroupCallback gives the reference that an authentic callback is about.
	ParseGroupCallback(body []byte, header func(string) string) (reference string, err error)
}
