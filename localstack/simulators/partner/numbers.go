package partnersim

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"herald/localstack/simulators/sim"
)

// Numbers of the partner (pkg/provider/partner/numbers.json). The script looks at a request's reference. A request is slow (its course),
// refused, given in part, cut or never, as batches are. Numbers follow from the order of the requests, so that no number comes twice.

// numberRequest is a request of numbers.
type numberRequest struct {
	Country     string `json:"country"`
	Type        string `json:"type"`
	Quality     string `json:"quality"`
	Age         string `json:"age"`
	Quantity    int    `json:"quantity"`
	CallbackURL string `json:"callbackUrl"`
}

// numberOrder is a request as the partner has it.
type numberOrder struct {
	body     numberRequest
	id       string // of the message
	given    []string
	replaced map[string]string
	returned []string
}

// firsts are the numbers before the first one of a country.
var firsts = map[string]uint64{"BR": 5511970000000, "CN": 8613800000000, "US": 12065550000, "ID": 6281200000000, "IN": 919800000000,
	"MX": 525510000000}

// requestedNumbers is a request and its name.
type requestedNumbers struct {
	numberRequest
	reference string
}

const (
	numberDoc     = "pkg/provider/partner/numbers.json, schema Request, "
	mostRequested = 10_000
)

func oneOf(text string, words ...string) bool { return slices.Contains(words, text) }

// numberRequests are the constraints of a request.
var numberRequests = []sim.Constraint[requestedNumbers]{
	sim.Documented("MALFORMED", "a reference has at most 100 characters", "pkg/provider/partner/numbers.json, parameter reference",
		func(q requestedNumbers) bool { return longer(q.reference, mostReference) }),
	sim.Documented("MALFORMED", "country has two letters", numberDoc+"country",
		func(q requestedNumbers) bool { return len(q.Country) != 2 }),
	sim.Documented("MALFORMED", "type is whatsapp, sms or voice", numberDoc+"type",
		func(q requestedNumbers) bool { return !oneOf(q.Type, "whatsapp", "sms", "voice") }),
	sim.Documented("MALFORMED", "quality is high, normal or low", numberDoc+"quality",
		func(q requestedNumbers) bool { return !oneOf(q.Quality, "high", "normal", "low") }),
	sim.Documented("MALFORMED", "age is new or old", numberDoc+"age",
		func(q requestedNumbers) bool { return !oneOf(q.Age, "new", "old") }),
	sim.Documented("MALFORMED", "quantity is 1 to 10000", numberDoc+"quantity",
		func(q requestedNumbers) bool { return q.Quantity < 1 || q.Quantity > mostRequested }),
	sim.Documented("MALFORMED", "callbackUrl is an absolute address", numberDoc+"callbackUrl",
		func(q requestedNumbers) bool { return !absolute(q.CallbackURL) }),
}

func (s *Sim) numberRoutes() {
	s.Handle("PUT /v1/numbers/{reference}", s.putNumbers)
	s.Handle("GET /v1/numbers/{reference}", s.getNumbers)
	s.Handle("PUT /v1/numbers/{reference}/replacements/{number}", s.replaceNumber)
	s.Handle("DELETE /v1/numbers/{reference}/{number}", s.returnNumber)
}

func (s *Sim) putNumbers(w http.ResponseWriter, r *http.Request) {
	if !s.may(w, r) {
		return
	}
	reference := r.PathValue("reference")
	var in numberRequest
	err := sim.Read(r, &in)
	if err == nil {
		err = sim.Check(numberRequests, requestedNumbers{in, reference})
	}
	if err != nil {
		s.malformed(w, reference, err)
		return
	}
	s.mu.Lock()
	o := s.orders[reference]
	s.mu.Unlock()
	if o != nil && o.body != in {
		refuse(w, http.StatusConflict, "REFERENCE_USED", "the reference names another request")
		return
	}
	taken, ok := s.take(w, sim.Message{Key: reference, Kind: "numbers", Body: fmt.Sprint(in.Quantity), Reference: reference,
		Address: in.CallbackURL})
	if !ok {
		return
	}
	s.mu.Lock()
	if s.orders[reference] == nil {
		s.orders[reference] = &numberOrder{body: in, id: taken.ID, replaced: map[string]string{}}
	}
	s.mu.Unlock()
	taken.Answer(w, r, http.StatusAccepted, map[string]any{"reference": reference, "state": "queued"})
}

// numbersOf is a request of the path; nil when it was answered that there is none.
func (s *Sim) numbersOf(w http.ResponseWriter, r *http.Request) *numberOrder {
	if !s.may(w, r) {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.orders[r.PathValue("reference")]
	if o == nil {
		refuse(w, http.StatusNotFound, "UNKNOWN", "no such request")
	}
	return o
}

func (s *Sim) getNumbers(w http.ResponseWriter, r *http.Request) {
	o := s.numbersOf(w, r)
	if o == nil {
		return
	}
	state, code := s.state(&batch{id: o.id})
	out := map[string]any{"reference": r.PathValue("reference"), "state": state}
	s.mu.Lock()
	if state == "done" && o.given == nil {
		n := o.body.Quantity
		if code == "PARTIAL" {
			n /= 2
		}
		for range n {
			o.given = append(o.given, s.nextNumber(o))
		}
	}
	out["numbers"] = append([]string{}, o.given...)
	s.mu.Unlock()
	if state == "refused" {
		out["code"] = "REFUSED"
	}
	sim.JSON(w, http.StatusOK, out)
}

// nextNumber is a number that no request has. The lock is held.
func (s *Sim) nextNumber(o *numberOrder) string {
	first, ok := firsts[o.body.Country]
	if !ok {
		first = firsts["BR"]
	}
	s.given++
	return strconv.FormatUint(first+s.given, 10)
}

func (s *Sim) replaceNumber(w http.ResponseWriter, r *http.Request) {
	o := s.numbersOf(w, r)
	if o == nil {
		return
	}
	broken := r.PathValue("number")
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains(o.given, broken) {
		refuse(w, http.StatusNotFound, "UNKNOWN", "no such number")
		return
	}
	if o.replaced[broken] == "" {
		o.replaced[broken] = s.nextNumber(o)
		o.given = append(o.given, o.replaced[broken])
	}
	sim.JSON(w, http.StatusOK, map[string]any{"reference": r.PathValue("reference"), "number": o.replaced[broken]})
}

func (s *Sim) returnNumber(w http.ResponseWriter, r *http.Request) {
	o := s.numbersOf(w, r)
	if o == nil {
		return
	}
	n := r.PathValue("number")
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains(o.given, n) {
		refuse(w, http.StatusNotFound, "UNKNOWN", "no such number")
		return
	}
	if s.refusesReturns {
		refuse(w, http.StatusConflict, "IN_USE", "the number is in use")
		return
	}
	if !slices.Contains(o.returned, n) {
		o.returned = append(o.returned, n)
	}
	sim.JSON(w, http.StatusOK, map[string]any{"reference": r.PathValue("reference"), "number": n})
}

// RefuseReturns has the partner refuse to take numbers back, or take them again.
func (s *Sim) RefuseReturns(refuses bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refusesReturns = refuses
}

// Requests counts the requests of numbers that came, and gives the numbers that were returned.
func (s *Sim) Requests() (requests int, returned []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.orders {
		returned = append(returned, o.returned...)
	}
	return len(s.orders), returned
}
