//go:build ignore

// Estimates a bulk send, places the order and reads its state. Needs the standard library only; run it with: go run herald.go
// HERALD_URL, HERALD_KEY, HERALD_SECRET, HERALD_LIST: the address, the app key, its secret, the id of a contact list.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// call sends a signed request and decodes the data of its answer. An empty once sends no Idempotency-Key.
func call(method, path string, content any, once string, data any) error {
	var body []byte
	if content != nil {
		var err error
		if body, err = json.Marshal(content); err != nil {
			return err
		}
	}
	now, nonce, sum := strconv.FormatInt(time.Now().Unix(), 10), rand.Text(), sha256.Sum256(body)
	mac := hmac.New(sha256.New, []byte(os.Getenv("HERALD_SECRET")))
	mac.Write([]byte(strings.Join([]string{method, "/api" + path, now, nonce, hex.EncodeToString(sum[:])}, "\n")))

	request, err := http.NewRequest(method, os.Getenv("HERALD_URL")+"/api"+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Herald-Key", os.Getenv("HERALD_KEY"))
	request.Header.Set("X-Herald-Timestamp", now)
	request.Header.Set("X-Herald-Nonce", nonce)
	request.Header.Set("X-Herald-Signature", hex.EncodeToString(mac.Sum(nil)))
	if once != "" {
		request.Header.Set("Idempotency-Key", once)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answer := struct {
		Code    int
		Message string
		Data    any
	}{Data: data}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return err
	}
	if response.StatusCode >= 400 {
		return fmt.Errorf("%d: %s", answer.Code, answer.Message)
	}
	return nil
}

func main() {
	order := map[string]any{
		"name": "Spring sale", "groupId": os.Getenv("HERALD_LIST"), "channel": "whatsapp", "countryCode": "BR",
		"message": map[string]any{"type": "text", "text": "20% off this week"},
	}
	var estimate struct{ Cost json.Number }
	if err := call("POST", "/gc/groupsendorder/estimate", order, "", &estimate); err != nil {
		log.Fatal(err)
	}
	fmt.Println("cost", estimate.Cost)

	// Keep the key until the answer arrives: the same key and body never make a second order.
	once := rand.Text()
	order["expectedCost"] = estimate.Cost
	var placed struct{ ID string }
	if err := call("POST", "/gc/groupsendorder", order, once, &placed); err != nil {
		log.Fatal(err)
	}
	fmt.Println("order", placed.ID)

	var state struct{ Status int }
	if err := call("GET", "/gc/groupsendorder/"+placed.ID, nil, "", &state); err != nil {
		log.Fatal(err)
	}
	fmt.Println("status", state.Status)
}
