# frozen_string_literal: true

# The API on Sinatra. STACK_TOGGLE names the fault or variation that is on.

require 'json'
require 'jwt'
require 'net/http'
require 'securerandom'
require 'sinatra/base'

CONTENT = JSON.parse(File.read(ENV.fetch('STACK_CONTENT')))
TOGGLE = ENV.fetch('STACK_TOGGLE')

def on?(toggle) = TOGGLE == toggle

class Api < Sinatra::Base
  SLASH = on?('guard-by-path') ? '/?' : ''
  LISTINGS = {} # Puma's threads share it.
  KEYS = {} # Not a setting: Sinatra would redefine its methods while other threads call them.
  ADDRESSES = on?('shared-default') ? Hash.new({}) : CONTENT['addresses']
  JSON_STRING = %r{"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u\h{4}))*"}
  MEMBERS = %w[line1 line2 city postalCode countryCode].freeze

  set :show_exceptions, on?('show-exceptions')
  set :raise_errors, false
  set :dump_errors, false
  # JsonCsrf refuses requests with a Referer of another origin, and PathTraversal decodes %2F.
  set :protection, except: on?('json-csrf') ? [:path_traversal] : %i[path_traversal json_csrf]

  helpers do
    def reply(code, body, caching = 'no-store')
      content_type :json
      headers 'Cache-Control' => caching
      status code unless code == 200
      halt on?('pretty') ? JSON.pretty_generate(body) : JSON.generate(body)
    end

    def refuse(status, message, description = nil)
      headers 'WWW-Authenticate' => 'Bearer realm="m2m"' if status == 401
      id = on?('object-id') ? object_id.to_s : SecureRandom.uuid
      reply status, { status: status, error: { message: message, description: description }, responseId: id }
    end

    # RFC 8725: the algorithm is pinned. ruby-jwt verifies aud and iss only if told to.
    def claims
      header = request.env['HTTP_AUTHORIZATION']
      token = on?('split-last') ? header.split.last : header.to_s[/\A(?i:bearer) +([\w-]+\.[\w-]+\.[\w-]+)\z/, 1]
      refuse 401, 'Bearer token missing or malformed' if token.nil?
      JWT.decode(token, nil, true,
                 algorithms: ['RS256'], jwks: method(:key_set), required_claims: %w[exp],
                 iss: ENV.fetch('STACK_ISSUER'), verify_iss: true,
                 aud: ENV.fetch('STACK_AUDIENCE'), verify_aud: !on?('audience-unchecked')).first
    end

    def key_set(options)
      KEYS.clear if options[:invalidate]
      KEYS[:set] ||= JSON.parse(Net::HTTP.get(URI(ENV.fetch('STACK_JWKS_URL'))), symbolize_names: true)
    end

    def authorise(scope)
      granted = claims['scope'].to_s.split
      return if scope.nil? || granted.include?(scope)

      refuse 403, 'Access denied', "The token lacks the scope #{scope}."
    rescue *(on?('narrow-rescue') ? [JWT::DecodeError] : [JWT::DecodeError, TypeError, NoMethodError])
      # ruby-jwt raises TypeError or NoMethodError if the header of the token is not an object.
      return status(401) if on?('halt-forgotten')

      refuse 401, 'Bearer token invalid'
    end

    # ^ and $ match at every line of the value, \A and \z at its ends.
    def identify(required: true)
      user = request.env['HTTP_X_USER_ID']
      user ||= params['x-user-id'] || params['userId'] if on?('user-in-params')
      return if user.nil? && !required

      refuse 400, 'x-user-id missing or malformed' unless user&.match?(/\A[a-f0-9]{24}\z/)
      return user if CONTENT['users'].key?(user)

      request.path_info.start_with?('/daily-summaries') ? refuse(401, 'User not found') : refuse(404, 'User not found')
    end

    def guard(scope: nil, required: true)
      authorise(scope) unless on?('guard-by-path')
      @user = identify(required: required)
      return unless on?('user-in-settings')

      settings.latest[:user] = @user
      sleep 0.005 # Waits for the database, while other threads go on.
      @user = settings.latest[:user]
    end

    def language = CONTENT['users'].dig(@user, 'language') || 'en'

    def json_body
      typed = request.media_type == 'application/json' && !request.env['HTTP_CONTENT_ENCODING']
      typed &&= (request.media_type_params['charset'] || 'utf-8').casecmp?('utf-8')
      refuse 415, 'Unsupported media type' unless typed
      text = request.body.read.force_encoding('UTF-8')
      return JSON.parse(text) if on?('json-gem')

      # The json gem takes comments, unknown escapes and bytes that are not UTF-8.
      strict = text.valid_encoding? && !text.gsub(JSON_STRING, '').match?(%r{["/]})
      strict ? JSON.parse(text) : refuse(400, 'Malformed JSON')
    rescue JSON::ParserError
      raise if on?('show-exceptions')

      refuse 400, 'Malformed JSON'
    end

    def line?(value) = value.is_a?(String) && value.size.between?(1, 200)

    def address?(address)
      code = address['postalCode']
      country = on?('line-anchors') ? /^[A-Z]{2}$/ : /\A[A-Z]{2}\z/
      line?(address['line1']) && address.fetch('line2', '').is_a?(String) && line?(address['city']) &&
        (line?(code) || (code.is_a?(Numeric) && code.between?(0, 1e15))) &&
        address['countryCode'].is_a?(String) && address['countryCode'].match?(country)
    end
  end

  set :latest, {}

  not_found { refuse 404, 'Not found' }
  error(Sinatra::BadRequest) { refuse 400, 'Invalid query' } unless on?('bad-query-page')
  error { refuse 500, 'Internal error' } unless on?('show-exceptions')

  # The router decodes the path, so that %2F would separate segments.
  before do
    path = request.path_info
    # A pattern of the routes throws if the decoded path is not UTF-8.
    routable = on?('any-bytes-in-path') || Rack::Utils.unescape_path(path).force_encoding('UTF-8').valid_encoding?
    refuse 404, 'Not found' if path.match?(/%2f/i) || !routable
  end

  if on?('guard-by-path')
    before(%r{/learn/learning-guides|/learning-guides/\h+}) { authorise('service:nbg') }
    before(%r{/learn/analyst-insights|/daily-summaries|/b2b/.+[^/]|/cash|/portfolios|/users/.*|/api/.*}) { authorise(nil) }
  end

  get '/learn/learning-guides' do
    guard scope: 'service:nbg'
    listing = CONTENT['guides'][language]
    listing = LISTINGS[:guides] ||= listing if on?('memoised')
    listing = LISTINGS[@user] ||= listing if on?('cached-by-user')
    headers 'Vary' => 'x-user-id'
    reply 200, listing, 'private, max-age=1800'
  end

  get '/learning-guides/:id' do |id|
    guard scope: 'service:nbg', required: false
    refuse 400, 'Malformed guide id' unless id.match?(/\A[a-f0-9]{24}\z/)
    guide = CONTENT['guides'][language]['data'].find { |summary| summary['id'] == id }
    refuse 404, 'Guide not found' if guide.nil?
    reply 200, guide.merge('chapters' => CONTENT['chapters'][language][id])
  end

  get '/learn/analyst-insights' do
    guard
    reply 200, CONTENT['insights'][language]
  end

  get '/daily-summaries' do
    guard
    refuse 403, 'Access denied' if CONTENT['users'][@user]['summariesDenied']
    reply 200, CONTENT['summaries'][@user]
  end

  { '/b2b/notification-settings' => 'notifications', '/cash' => 'cash', '/portfolios' => 'portfolios' }.each do |path, name|
    get "#{path}#{SLASH}" do
      guard
      reply 200, CONTENT[name][@user]
    end
  end

  get '/users/me' do
    guard
    reply 200, { address: ADDRESSES[@user] }
  end

  patch '/users/me/address' do
    guard
    body = json_body
    address = body['address'] if body.is_a?(Hash)
    refuse 422, 'address is missing or invalid' unless address.is_a?(Hash) && address?(address)
    address = address.slice(*MEMBERS)
    address['postalCode'] = address['postalCode'].to_i if on?('to-i')
    on?('shared-default') ? ADDRESSES[@user].merge!(address) : ADDRESSES[@user] = address
    halt 204 if on?('no-content')
    reply 200, { address: address }
  end

  post '/api/m2m/investments/orders' do
    guard
    body = json_body
    refuse 422, 'The body is not an object' unless body.is_a?(Hash)
    isin, side, amount = body.values_at('isin', 'side', 'amount')
    valid = isin.is_a?(String) && isin.match?(/\A[A-Z]{2}[A-Z0-9]{9}[0-9]\z/) && %w[buy sell].include?(side) &&
            amount.is_a?(Numeric) && amount.positive? && amount <= 1_000_000
    refuse 422, 'isin, side or amount is invalid' unless valid
    reply 201, { transaction: { id: SecureRandom.uuid, isin: isin, side: side, amount: amount, status: 'accepted' } }
  end
end
