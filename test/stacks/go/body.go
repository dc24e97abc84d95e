package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"regexp"
	"unicode/utf8"
)

// A problem ends a request with an ApiError.
type problem struct {
	Status               int
	Message, Description string
}

func (p *problem) Error() string { return p.Message }

func refuse(w http.ResponseWriter, err error) {
	found, isProblem := err.(*problem)
	if !isProblem {
		found = &problem{500, "Internal error", ""}
	}
	detail := map[string]any{"message": found.Message, "description": nil}
	if found.Description != "" {
		detail["description"] = found.Description
	}
	if found.Status == 401 {
		w.Header().Set("WWW-Authenticate", `Bearer realm="m2m"`)
	}
	body := map[string]any{"status": found.Status, "error": detail, "responseId": newUUID()}
	if toggle == "http-error" {
		text, _ := json.Marshal(body)
		http.Error(w, string(text), found.Status)
		return
	}
	reply(w, found.Status, body)
}

// reply sends JSON. Fields that are set after WriteHeader are lost.
func reply(w http.ResponseWriter, status int, body any) error {
	if toggle == "late-content-type" {
		w.WriteHeader(status)
	}
	if w.Header().Get("Cache-Control") == "" {
		w.Header().Set("Cache-Control", "no-store")
	}
	w.Header().Set("Content-Type", "application/json")
	if toggle == "indented" {
		text, err := json.MarshalIndent(body, "", "\t")
		w.WriteHeader(status)
		w.Write(text)
		return err
	}
	if toggle != "late-content-type" {
		w.WriteHeader(status)
	}
	return json.NewEncoder(w).Encode(body)
}

func newUUID() string {
	b := make([]byte, 16)
	rand.Read(b)
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// readBody returns the body's object. Unmarshal replaces bytes that are not UTF-8.
func readBody(w http.ResponseWriter, r *http.Request) (map[string]any, error) {
	mediaType, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	charset := parameters["charset"]
	utf8Only := charset == "" || regexp.MustCompile(`^(?i:utf-8)$`).MatchString(charset)
	encoded := r.Header.Get("Content-Encoding") != ""
	if err != nil || mediaType != "application/json" || !utf8Only || encoded {
		return nil, &problem{415, "Unsupported media type", ""}
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil {
		return nil, &problem{413, "Content too large or cut off", ""}
	}
	if toggle != "utf-8-replaced" && !utf8.Valid(text) {
		return nil, &problem{400, "The body is not UTF-8", ""}
	}
	var value any
	if toggle == "decoder-first-value" {
		err = json.NewDecoder(bytes.NewReader(text)).Decode(&value)
	} else {
		err = json.Unmarshal(text, &value)
	}
	if err != nil {
		return nil, &problem{400, "Malformed JSON", err.Error()}
	}
	if toggle == "type-assertion" {
		return value.(map[string]any), nil
	}
	object, isObject := value.(map[string]any)
	if !isObject {
		return nil, &problem{422, "The body is not an object", ""}
	}
	return object, nil
}

var (
	countryCode = regexp.MustCompile(`^[A-Z]{2}$`)
	isin        = regexp.MustCompile(`^[A-Z]{2}[A-Z0-9]{9}[0-9]$`)
)

func isText(value any) bool {
	text, isString := value.(string)
	return isString && text != "" && len(text) <= 500
}

func validAddress(address map[string]any) bool {
	number, isNumber := address["postalCode"].(float64)
	code, _ := address["countryCode"].(string)
	line2, hasLine2 := address["line2"]
	_, line2IsString := line2.(string)
	return isText(address["line1"]) && isText(address["city"]) && (!hasLine2 || line2IsString) &&
		(isText(address["postalCode"]) || isNumber && number >= 0 && number < 1e15) &&
		countryCode.MatchString(code)
}

func updateAddress(w http.ResponseWriter, r *http.Request, userID string) error {
	body, err := readBody(w, r)
	if err != nil {
		return err
	}
	address, isObject := body["address"].(map[string]any)
	if toggle == "type-assertion" {
		address = body["address"].(map[string]any)
		isObject = true
	}
	lock.Lock()
	if toggle != "lock-kept" {
		defer lock.Unlock()
	}
	if !isObject || !validAddress(address) {
		return &problem{422, "address is missing or invalid", ""}
	}
	stored := map[string]any{}
	for _, name := range []string{"line1", "line2", "city", "postalCode", "countryCode"} {
		if value, has := address[name]; has {
			stored[name] = value
		}
	}
	content.Addresses[userID] = stored
	if toggle == "lock-kept" {
		lock.Unlock()
	}
	if toggle == "no-content" {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	return reply(w, 200, map[string]any{"address": stored})
}

func submitOrder(w http.ResponseWriter, r *http.Request, _ string) error {
	body, err := readBody(w, r)
	if err != nil {
		return err
	}
	code, _ := body["isin"].(string)
	amount, isNumber := body["amount"].(float64)
	if !isin.MatchString(code) || (body["side"] != "buy" && body["side"] != "sell") {
		return &problem{422, "isin or side is invalid", ""}
	}
	if !isNumber || amount <= 0 || amount > 1_000_000 {
		return &problem{422, "amount is invalid", ""}
	}
	transaction := map[string]any{
		"id": newUUID(), "isin": code, "side": body["side"], "amount": amount, "status": "accepted",
	}
	return reply(w, 201, map[string]any{"transaction": transaction})
}
